/**
 * The locale of numbers in both languages of the console: with a comma per thousand, as amounts of money are
 * written. The browser's own would write `$1.000` for a thousand dollars, or other digits.
 */
export const NUMBER_LOCALE = 'en';
