import type { PaymentCurrency } from '@tollgate/contract';

const PLACES = 8;

/** What an amount of dollars is in coins, as text with 8 decimals. */
export function estimateCoins(dollars: number, { conversion_rate }: PaymentCurrency): string {
  return (dollars * conversion_rate).toFixed(PLACES);
}

/** Whether an amount is less than the coin's network or the site takes. */
export function isTooLow(dollars: number, currency: PaymentCurrency, minDollars: number): boolean {
  return dollars < minDollars || Number(estimateCoins(dollars, currency)) < currency.min_amount;
}
