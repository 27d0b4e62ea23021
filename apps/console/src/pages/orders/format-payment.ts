import { groupThousands } from '@tollgate/pricing';

/** Formats a payment in its own currency: ¥73.00, or 20.00 USDT for what is not an ISO currency. */
export function formatPayment(cents: number, currency: string, language: string): string {
  try {
    return new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).format(cents / 100);
  } catch {
    return `${groupThousands((cents / 100).toFixed(2))} ${currency}`;
  }
}
