/** An exact decimal of 0 or more: `units` / 10^`places`, without trailing zeros. */
export interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

export type DecimalFault = 'not-a-number' | 'too-large';

const PLACES_MAX = 9;
export const ONE: Decimal = { units: 1n, places: 0 };

const UNITS_MAX = 1_000_000_000n * 10n ** BigInt(PLACES_MAX);
const TEXT_MAX = 100;
const NUMBER = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * Parses a ratio or price, from 0 to a billion, exactly as written: JavaScript prints the shortest text that
 * reads back as the same number, so the text of a JSON number is the decimal its author typed. Digits beyond
 * 9 places round half up. Returns a fault for anything else.
 */
export function parseDecimal(value: unknown): Decimal | DecimalFault {
  if (typeof value !== 'number' && typeof value !== 'string') return 'not-a-number';
  const text = String(value).trim();
  const match = text.length <= TEXT_MAX ? NUMBER.exec(text) : null;
  if (!match) return value === Infinity ? 'too-large' : 'not-a-number';
  const [, integer = '', fraction = '', exponent = '0'] = match;
  const units = scale(BigInt(integer + fraction), PLACES_MAX - fraction.length + Number(exponent));
  return units > UNITS_MAX ? 'too-large' : trimZeros(units, PLACES_MAX);
}

/** digits · 10^power, rounded half up. */
function scale(digits: bigint, power: number): bigint {
  return power >= 0 ? digits * 10n ** BigInt(power) : divideHalfUp(digits, 10n ** BigInt(-power));
}

/** numerator ÷ denominator, rounded half up. Both must be non-negative. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator * 2n + denominator) / (denominator * 2n);
}

/** numerator ÷ denominator, rounded half up or up. Both must be non-negative. */
export function divideRounded(numerator: bigint, denominator: bigint, isUp: boolean): bigint {
  return isUp ? (numerator + denominator - 1n) / denominator : divideHalfUp(numerator, denominator);
}

export function multiply(left: Decimal, right: Decimal): Decimal {
  return trimZeros(left.units * right.units, left.places + right.places);
}

export function add(left: Decimal, right: Decimal): Decimal {
  const places = Math.max(left.places, right.places);
  return trimZeros(unitsAt(left, places) + unitsAt(right, places), places);
}

/** Returns the nearest decimal of at most 9 places, halves up. */
export function roundPlaces(value: Decimal): Decimal {
  return roundTo(value, PLACES_MAX);
}

/** Returns the nearest decimal of at most `maxPlaces` places, halves up, without trailing zeros. */
export function roundTo({ units, places }: Decimal, maxPlaces: number): Decimal {
  if (places <= maxPlaces) return trimZeros(units, places);
  return trimZeros(divideHalfUp(units, 10n ** BigInt(places - maxPlaces)), maxPlaces);
}

export function isSame(left: Decimal, right: Decimal): boolean {
  return left.units === right.units && left.places === right.places;
}

/** Returns the nearest integer, halves up. */
export function roundHalfUp({ units, places }: Decimal): bigint {
  return divideHalfUp(units, 10n ** BigInt(places));
}

/** Returns the value's `units` at a scale of 10^`places`; `places` must not be below the value's own. */
export function unitsAt(value: Decimal, places: number): bigint {
  return value.units * 10n ** BigInt(places - value.places);
}

/** Returns the nearest number. Goes through the text, because only parsing rounds correctly. */
export function toNumber({ units, places }: Decimal): number {
  return Number(`${units}e-${places}`);
}

/** Returns all digits, without an exponent: "0.075". */
export function formatDecimal({ units, places }: Decimal): string {
  const digits = String(units).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export function wholeDecimal(value: number): Decimal {
  return { units: BigInt(value), places: 0 };
}

function trimZeros(units: bigint, places: number): Decimal {
  let trimmed = units;
  let digits = places;
  while (digits > 0 && trimmed % 10n === 0n) {
    trimmed /= 10n;
    digits -= 1;
  }
  return { units: trimmed, places: digits };
}
