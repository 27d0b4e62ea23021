/** Tells spreadsheets that a file is UTF-8: what it begins with. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Spreadsheets take a text that begins like this for a formula, or look past a control character to one. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n\t;]|^\s|\s$/;

/**
 * One line of a file of comma-separated values (RFC 4180). A text that a spreadsheet would run as a
 * formula gets an apostrophe in front, by which it stays text; numbers stay numbers.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
