import { divideHalfUp, parseDecimal } from './decimal.ts';

export interface QuotaDisplay {
  /** Whether to show money or a number of quota units. */
  displayInCurrency: boolean;
  quotaPerUnit: number;
}

const PLACES_EXACT = 9;

/**
 * Formats a quota for people: money with 2 decimals, halves up (below a cent with two significant digits, so
 * that nothing spent reads 0), or a number abbreviated from 10,000 on (k, M, B with up to 2 decimals,
 * truncated so that 999,999 does not read as a million). A negative sign comes first. Falls back to a number
 * if `quotaPerUnit` is not above 0.
 */
export function formatQuota(quota: number, display: QuotaDisplay): string {
  const amount = Math.abs(Math.round(quota));
  const money = moneyOf(amount, display, decimalPlacesOf(amount, display))?.replace(PADDING, '$1');
  return signOf(quota) + (money === undefined ? shorten(amount) : groupThousands(money));
}

/** Redundant zeros after two decimals. */
const PADDING = /(\.\d\d\d*?)0+$/;

function decimalPlacesOf(amount: number, { quotaPerUnit }: QuotaDisplay): number {
  const money = amount / quotaPerUnit;
  if (amount === 0 || money >= 0.01) return 2;
  return Math.min(PLACES_EXACT, 1 - Math.floor(Math.log10(money)));
}

/** Formats a quota without rounding away small amounts: money with 2 to 9 decimals, or all digits. */
export function formatQuotaExactly(quota: number, display: QuotaDisplay): string {
  const amount = Math.abs(Math.round(quota));
  const money = moneyOf(amount, display, PLACES_EXACT)?.replace(PADDING, '$1');
  return signOf(quota) + (money ?? groupThousands(String(amount)));
}

/** Adds thousands separators to an amount: $1,234.5678. */
export const groupThousands = (amount: string): string => {
  const [integer = '', ...decimals] = amount.split('.');
  return [integer.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.');
};

const signOf = (quota: number) => (Math.round(quota) < 0 ? '-' : '');

/** "$" and the amount with that many decimals; undefined if amounts are shown as numbers. */
function moneyOf(
  amount: number,
  { displayInCurrency, quotaPerUnit }: QuotaDisplay,
  places: number,
): string | undefined {
  const unit = displayInCurrency ? parseDecimal(quotaPerUnit) : 'not-a-number';
  if (typeof unit === 'string' || unit.units === 0n || !Number.isFinite(amount)) return undefined;
  const parts = divideHalfUp(BigInt(amount) * 10n ** BigInt(places + unit.places), unit.units);
  const digits = String(parts).padStart(places + 1, '0');
  return `$${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function shorten(amount: number): string {
  if (amount >= 1e9) return `${truncateToHundredths(amount, 1e9)}B`;
  if (amount >= 1e6) return `${truncateToHundredths(amount, 1e6)}M`;
  if (amount >= 10_000) return `${truncateToHundredths(amount, 1000)}k`;
  return String(amount);
}

const truncateToHundredths = (amount: number, unit: number) =>
  String(Math.floor(amount / (unit / 100)) / 100);
