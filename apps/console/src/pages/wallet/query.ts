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

/** The kinds of entries that the wallet's table offers; 0 means all. */
export const WALLET_TYPES = [0, LOG_CONSUME, LOG_TOPUP] as const;

/** How changes of the balance are shown: summed up by day, or one by one. */
export const CHANGE_VIEWS = ['days', 'each'] as const;

/** What the address of the wallet holds. */
export const walletQuery = z.object({
  p: pageNumber,
  page_size: pageSize,
  period: z.enum(PERIODS).catch('week'),
  type: z.coerce.number().pipe(z.literal(WALLET_TYPES)).catch(0),
  keyword: z.string().catch(''),
  /** Which changes of the balance, and of when; '' is any. */
  kind: z.enum(['', ...BALANCE_CHANGE_KINDS]).catch(''),
  changed: z.enum(['', ...PERIODS]).catch(''),
  /** How they are shown; '' is by day, or each where some are asked for. */
  changes: z.enum(['', ...CHANGE_VIEWS]).catch(''),
  /** Whose days are shown, such as 2026-11; '' is the present month. */
  month: z
    .string()
    .regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/)
    .catch(''),
  /** Which of the own orders; '' is any. */
  state: z.enum(['', ...ORDER_STATE_FILTERS]).catch(''),
});
export type WalletQuery = z.output<typeof walletQuery>;
