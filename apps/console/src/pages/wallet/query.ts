import {
  BALANCE_CHANGE_KINDS,
  LOG_CONSUME,
  LOG_TOPUP,
  ORDER_STATE_FILTERS,
  pageNumber,
  pageSize,
} from '@tollgate/contract';
import { z } from 'zod';
import { PERIODS } from './period.ts';

/** The types of log rows that the wallet's table offers; 0 means all. */
export const WALLET_TYPES = [0, LOG_CONSUME, LOG_TOPUP] as const;

/** How balance changes are shown: summed by day, or one by one. */
export const CHANGE_VIEWS = ['days', 'each'] as const;

/** The lists of the wallet, one at a time. */
export const WALLET_VIEWS = ['log', 'changes', 'orders'] as const;
export type WalletView = (typeof WALLET_VIEWS)[number];

/** The query parameters of the wallet. */
export const walletQuery = z.object({
  /** The list shown; '' means the one that the other parameters belong to. */
  view: z.enum(['', ...WALLET_VIEWS]).catch(''),
  p: pageNumber,
  page_size: pageSize,
  period: z.enum(PERIODS).catch('week'),
  type: z.coerce.number().pipe(z.literal(WALLET_TYPES)).catch(0),
  keyword: z.string().catch(''),
  /** Kind of balance changes, and their time range; '' means any. */
  kind: z.enum(['', ...BALANCE_CHANGE_KINDS]).catch(''),
  changed: z.enum(['', ...PERIODS]).catch(''),
  /** How they are shown; '' means by day, or one by one if filtered. */
  changes: z.enum(['', ...CHANGE_VIEWS]).catch(''),
  /** The month shown, for example 2026-11; '' means the current one. */
  month: z
    .string()
    .regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/)
    .catch(''),
  /** State of the user's orders; '' means any. */
  state: z.enum(['', ...ORDER_STATE_FILTERS]).catch(''),
});
export type WalletQuery = z.output<typeof walletQuery>;

/** Returns the list to show: the chosen one, or the one that the filters in a link belong to. */
export function shownView({ view, state, ...query }: WalletQuery): WalletView {
  if (view !== '') return view;
  if (state !== '') return 'orders';
  const { kind, changed, changes, month } = query;
  return [kind, changed, changes, month].some((filter) => filter !== '') ? 'changes' : 'log';
}
