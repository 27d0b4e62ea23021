/** Of the currencies that StripeCurrency offers, those whose amounts Stripe counts in whole units. */
const WHOLE_UNITS = new Set(['JPY', 'KRW', 'VND']);

const centsPerUnit = (currency: string) => (WHOLE_UNITS.has(currency) ? 100 : 1);

/** Converts hundredths to what Stripe counts a currency in. Throws RangeError if that leaves a fraction. */
export function toStripeAmount(cents: number, currency: string): number {
  const amount = cents / centsPerUnit(currency);
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${currency} has no hundredths`);
  return amount;
}

/** Converts an amount from Stripe to hundredths; undefined if it is not one. */
export function readStripeAmount(amount: unknown, currency: string): number | undefined {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0) return undefined;
  return amount * centsPerUnit(currency);
}
