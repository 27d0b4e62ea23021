import type { BalanceChangeKind, BalanceDay } from '@tollgate/contract';

/**
 * Sums of a day, or of all days of a month; credits add money, `other` is everything except credits, calls
 * and refunds.
 */
export interface DaySums {
  /** Start of the day (seconds); 0 for the total. */
  id: number;
  usage: number;
  refunds: number;
  credits: number;
  other: number;
  net: number;
  after: number;
}

type Part = 'usage' | 'refunds' | 'credits' | 'other';
const PARTS: Partial<Record<BalanceChangeKind, Part>> = {
  usage: 'usage',
  loss: 'usage',
  hold: 'usage',
  refund: 'refunds',
  topup: 'credits',
  'topup-returned': 'credits',
  redemption: 'credits',
  gift: 'credits',
  rebate: 'credits',
  transfer: 'credits',
};

/** Converts days to table rows, preceded by their total. */
export function toDaySums(days: readonly BalanceDay[]): DaySums[] {
  const rows = days.map(({ start, balance_after: after, changes }) => {
    const row: DaySums = { id: start, usage: 0, refunds: 0, credits: 0, other: 0, net: 0, after };
    for (const { kind, amount } of changes) {
      row[PARTS[kind] ?? 'other'] += amount;
      row.net += amount;
    }
    return row;
  });
  const [newest] = rows;
  if (!newest) return [];
  const total: DaySums = { ...newest, id: 0 };
  for (const part of ['usage', 'refunds', 'credits', 'other', 'net'] as const)
    total[part] = rows.reduce((sum, row) => sum + row[part], 0);
  return [total, ...rows];
}
