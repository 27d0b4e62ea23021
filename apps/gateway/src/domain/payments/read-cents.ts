const AMOUNT = /^(\d{1,12})(?:\.(\d{1,18}))?$/;

/**
 * An amount of money as providers write it (73, "73.00", "10.50000000") in hundredths; undefined
 * where it is no amount or has a fraction of a hundredth. Nothing is counted in floats: the text
 * of a JSON number is the decimal that stood there.
 */
export function readCents(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  const match = typeof text === 'string' ? AMOUNT.exec(text.trim()) : null;
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(2))) return undefined;
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
}
