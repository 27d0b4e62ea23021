/** Longest text of an option, in characters. */
export const OPTION_VALUE_LENGTH_MAX = 100_000;
