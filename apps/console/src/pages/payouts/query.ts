import { PAGE_SIZE_MAX, pageNumber, PAYOUT_STATES } from '@tollgate/contract';
import { z } from 'zod';

/** The query parameters of the payout list. */
export const payoutQuery = z.object({
  p: pageNumber,
  page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).catch(20),
  /** Payouts, or the agents who may ask for them. */
  view: z.enum(['', 'agents']).catch(''),
  /** Part of an agent's name, or their id. */
  keyword: z.string().max(100).catch(''),
  state: z.enum(['', ...PAYOUT_STATES]).catch('requested'),
});
