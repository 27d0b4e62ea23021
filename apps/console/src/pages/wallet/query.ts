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
  /** Which of the own orders; '' is any. */
  state: z.enum(['', ...ORDER_STATE_FILTERS]).catch(''),
});
export type WalletQuery = z.output<typeof walletQuery>;
