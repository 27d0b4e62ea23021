import type { BalanceChangeKind, BalanceDay } from '@tollgate/contract';

/** What a day, or all days of a month, came to; credits bring money, `other` is what neither they nor calls did. */
export interface DaySums {
  /** When the day begins (seconds); 0 for all of them together. */
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

/** The days as rows of a table, and above them what they come to together. */
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
