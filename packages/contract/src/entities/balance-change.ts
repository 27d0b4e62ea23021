import { z } from 'zod';
import { timestamp } from '../paging.ts';

/** Why a balance changed; `other` is a kind that a later version booked. */
export const BALANCE_CHANGE_KINDS = [
  'usage',
  'loss',
  'topup',
  'topup-returned',
  'redemption',
  'adjustment',
  'gift',
  'rebate',
  'transfer',
  'refund',
  'hold',
  'codes',
  'codes-returned',
  'team',
  'opening',
  'other',
] as const;
export type BalanceChangeKind = (typeof BALANCE_CHANGE_KINDS)[number];

/** Filter of balance changes; empty and 0 mean all. */
export const balanceChangeFilter = {
  kind: z.enum(['', ...BALANCE_CHANGE_KINDS]).catch(''),
  start_timestamp: timestamp,
  end_timestamp: timestamp,
};

/** A balance change. Amounts are quota, times UTC seconds. */
export const balanceChangeEntity = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  kind: z.enum(BALANCE_CHANGE_KINDS),
  /** Negative if the balance fell. */
  amount: z.number().int(),
  balance_after: z.number().int(),
  /** What it belongs to, such as an order number; empty for calls, as one row sums up many. */
  reference: z.string(),
  /** The reason an administrator gave; otherwise empty. */
  reason: z.string(),
});
export type BalanceChange = z.output<typeof balanceChangeEntity>;

/** Changes of a balance on one day of the reader's time zone. */
export const balanceDay = z.object({
  /** When the day begins. */
  start: z.number().int(),
  /** Balance at the end of the day. */
  balance_after: z.number().int(),
  /** Total of each kind. */
  changes: z.array(z.object({ kind: z.enum(BALANCE_CHANGE_KINDS), amount: z.number().int() })),
});
export type BalanceDay = z.output<typeof balanceDay>;
