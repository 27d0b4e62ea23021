const AMOUNT = /^(\d{1,12})(?:\.(\d{1,18}))?$/;

/**
 * Parses an amount as providers write it (73, "73.00", "10.50000000") to hundredths; undefined if it is not
 * an amount or has a fraction of a hundredth. Does not calculate with floats: the text of a JSON number is
 * its original decimal.
 */
export function readCents(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  const match = typeof text === 'string' ? AMOUNT.exec(text.trim()) : null;
  if (!match) return undefined;
  const [, integerPart = '', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(2))) return undefined;
  return Number(integerPart) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
}
