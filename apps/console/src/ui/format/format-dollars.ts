import { groupThousands } from '@tollgate/pricing';

/** Formats dollars like an amount of quota: $1,234.50, or −$5.00 at a provider that lets its customers owe. */
export function formatDollars(dollars: number): string {
  const amount = groupThousands(Math.abs(dollars).toFixed(2));
  return dollars < 0 && Number(amount) !== 0 ? `−$${amount}` : `$${amount}`;
}
