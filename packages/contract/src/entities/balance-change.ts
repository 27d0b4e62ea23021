import { z } from 'zod';
import { timestamp } from '../paging.ts';

/** Why a balance changed; `other` is what a later version booked. */
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

/** Which changes are wanted; empty and 0 mean all. */
export const balanceChangeFilter = {
  kind: z.enum(['', ...BALANCE_CHANGE_KINDS]).catch(''),
  start_timestamp: timestamp,
  end_timestamp: timestamp,
};

/** One change of a balance. Amounts are quota, times UTC seconds. */
export const balanceChangeEntity = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  kind: z.enum(BALANCE_CHANGE_KINDS),
  /** Negative where the balance fell. */
  amount: z.number().int(),
  balance_after: z.number().int(),
  /** What it belongs to, such as the number of an order; empty for calls, of which one row sums up many. */
  reference: z.string(),
  /** What an administrator gave as the reason; else empty. */
  reason: z.string(),
});
export type BalanceChange = z.output<typeof balanceChangeEntity>;

/** What became of a balance in one day of the reader's zone. */
export const balanceDay = z.object({
  /** When the day begins. */
  start: z.number().int(),
  /** The balance at its end. */
  balance_after: z.number().int(),
  /** What each kind came to. */
  changes: z.array(z.object({ kind: z.enum(BALANCE_CHANGE_KINDS), amount: z.number().int() })),
});
export type BalanceDay = z.output<typeof balanceDay>;
