import { pageNumber, pageSize, REDEMPTION_SORTS, sortOf } from '@tollgate/contract';
import { z } from 'zod';

/** The query parameters of the code list. */
export const redemptionQuery = z.object({
  p: pageNumber,
  page_size: pageSize,
  keyword: z.string().catch(''),
  /** 0 means any. */
  status: z.coerce.number().int().min(0).max(3).catch(0),
  sort: sortOf(REDEMPTION_SORTS),
});
export type RedemptionQuery = z.output<typeof redemptionQuery>;

/** Names of the statuses of a code, from 1 on. */
export const STATUS_NAMES = ['unused', 'disabled', 'used'] as const;

export const NO_FILTERS = { keyword: '', status: 0, p: 1 } as const;

/** Whether filters may be the reason for an empty list. */
export function isFiltered({ keyword, status, p }: RedemptionQuery): boolean {
  return keyword !== '' || status !== 0 || p !== 1;
}
