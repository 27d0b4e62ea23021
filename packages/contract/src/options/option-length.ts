/** Characters that the text of an option may have. */
export const OPTION_VALUE_LENGTH_MAX = 100_000;
