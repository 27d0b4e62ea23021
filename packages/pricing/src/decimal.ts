/** An exact decimal: `units` / 10^`places`, without trailing zeros. */
export interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

export const PLACES_MAX = 9;
const VALUE_MAX = 1_000_000_000n;

export class PriceError extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(`${path}: ${message}`);
    this.name = 'PriceError';
    this.path = path;
  }
}

/**
 * A ratio or price as it was written. JavaScript prints the shortest text that reads back as the
 * same number, so the text of a JSON number is the decimal that its author typed. More than 9
 * places round half up. Throws PriceError for negative, endless or huge values.
 */
export function parseDecimal(value: number | string, path: string): Decimal {
  const text = typeof value === 'number' ? plainText(value, path) : String(value).trim();
  const match = /^(\d{1,10})(?:\.(\d+))?$/.exec(text);
  if (!match) throw new PriceError(path, 'is not a number of 0 or more');
  const [, whole = '0', fraction = ''] = match;
  const kept = fraction.slice(0, PLACES_MAX).padEnd(PLACES_MAX, '0');
  const roundUp = Number(fraction[PLACES_MAX] ?? '0') >= 5 ? 1n : 0n;
  const units = BigInt(whole) * 10n ** BigInt(PLACES_MAX) + BigInt(kept) + roundUp;
  if (units > VALUE_MAX * 10n ** BigInt(PLACES_MAX)) throw new PriceError(path, 'is above a billion');
  return trimZeros(units, PLACES_MAX);
}

function plainText(value: number, path: string): string {
  if (!Number.isFinite(value) || value < 0) throw new PriceError(path, 'is not a number of 0 or more');
  const text = String(value);
  return text.includes('e') ? value.toFixed(PLACES_MAX + 1) : text;
}

function trimZeros(units: bigint, places: number): Decimal {
  let left = units;
  let digits = places;
  while (digits > 0 && left % 10n === 0n) {
    left /= 10n;
    digits -= 1;
  }
  return { units: left, places: digits };
}

export function multiply(left: Decimal, right: Decimal): Decimal {
  return trimZeros(left.units * right.units, left.places + right.places);
}

/** `units` of the value at a scale of 10^`places`; `places` must not be below the value's own. */
export function unitsAt(value: Decimal, places: number): bigint {
  return value.units * 10n ** BigInt(places - value.places);
}

export function toNumber(value: Decimal): number {
  return Number(value.units) / 10 ** value.places;
}
