import { pageNumber, pageSize, REDEMPTION_SORTS, sortOf } from '@tollgate/contract';
import { z } from 'zod';

/** What the address of the list of codes holds. */
export const redemptionQuery = z.object({
  p: pageNumber,
  page_size: pageSize,
  keyword: z.string().catch(''),
  /** 0 is any. */
  status: z.coerce.number().int().min(0).max(3).catch(0),
  sort: sortOf(REDEMPTION_SORTS),
});
export type RedemptionQuery = z.output<typeof redemptionQuery>;

export const NO_FILTERS = { keyword: '', status: 0, p: 1 } as const;

/** Whether an empty list may be the filters' doing. */
export function isFiltered({ keyword, status, p }: RedemptionQuery): boolean {
  return keyword !== '' || status !== 0 || p !== 1;
}
