/** Start of a file that marks it as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * Beginnings of a text that make spreadsheets run it as a formula, or control characters that they skip
 * before one.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n\t;]|^\s|\s$/;

/**
 * Formats one line of comma-separated values (RFC 4180). A text that a spreadsheet would run as a formula is
 * prefixed with an apostrophe to stay text; numbers stay numbers.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
