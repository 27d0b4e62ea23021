/**
 * The error of a field whose hint already says what is wrong: the field is marked as invalid and its hint
 * turns red, instead of a second line with the same text.
 */
export const HINT_SAYS_WHY = true;
