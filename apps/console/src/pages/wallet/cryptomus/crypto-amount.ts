import type { PaymentCurrency } from '@tollgate/contract';

const PLACES = 8;

/** Converts dollars to coins, as text with 8 decimals. */
export function estimateCoins(dollars: number, { conversion_rate }: PaymentCurrency): string {
  return (dollars * conversion_rate).toFixed(PLACES);
}

/** Whether an amount is below the minimum of the coin's network or of the site. */
export function isTooLow(dollars: number, currency: PaymentCurrency, minDollars: number): boolean {
  return dollars < minDollars || Number(estimateCoins(dollars, currency)) < currency.min_amount;
}
