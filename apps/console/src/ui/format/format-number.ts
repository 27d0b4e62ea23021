/**
 * Formats a number alike in both languages of the console: with a comma per thousand, as amounts of money are
 * written. The browser's own locale would write `$1.000` for a thousand dollars, or other digits.
 */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString('en', options);
}
