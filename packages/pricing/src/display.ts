export interface QuotaDisplay {
  /** As money, or as a number of quota units. */
  displayInCurrency: boolean;
  quotaPerUnit: number;
}

/**
 * A quota as people read it: money with 2 decimals, or a number that is short from 10,000 on
 * (k, M, B with up to 2 decimals). Negative amounts keep their sign in front.
 */
export function formatQuota(quota: number, { displayInCurrency, quotaPerUnit }: QuotaDisplay): string {
  const sign = quota < 0 ? '-' : '';
  const amount = Math.abs(quota);
  return displayInCurrency ? `${sign}$${(amount / quotaPerUnit).toFixed(2)}` : sign + shorten(amount);
}

/** The same without rounding away small amounts: money with up to 6 decimals, or all digits. */
export function formatQuotaExactly(quota: number, { displayInCurrency, quotaPerUnit }: QuotaDisplay): string {
  const sign = quota < 0 ? '-' : '';
  const amount = Math.abs(quota);
  if (!displayInCurrency) return sign + group(amount);
  const money = (amount / quotaPerUnit).toFixed(6).replace(/(\.\d\d\d*?)0+$/, '$1');
  return `${sign}$${money}`;
}

function shorten(amount: number): string {
  if (amount >= 1e9) return `${round(amount / 1e9)}B`;
  if (amount >= 1e6) return `${round(amount / 1e6)}M`;
  if (amount >= 10_000) return `${round(amount / 1000)}k`;
  return String(amount);
}

const round = (value: number) => String(Math.floor(value * 100) / 100);
const group = (amount: number) => String(amount).replace(/\B(?=(\d{3})+$)/g, ',');
