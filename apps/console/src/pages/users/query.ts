import { pageNumber, pageSize, sortOf, USER_SORTS } from '@tollgate/contract';
import { z } from 'zod';

/** What the address of the user list holds. */
export const userQuery = z.object({
  p: pageNumber,
  page_size: pageSize,
  keyword: z.string().catch(''),
  group: z.string().catch(''),
  /** 0 is any. */
  role: z.coerce.number().int().min(0).max(100).catch(0),
  status: z.coerce.number().int().min(0).max(9).catch(0),
  sort: sortOf(USER_SORTS),
});
export type UserQuery = z.output<typeof userQuery>;

export const NO_FILTERS = { keyword: '', group: '', role: 0, status: 0, p: 1 } as const;

/** Whether an empty list may be the filters' doing. */
export function isFiltered({ keyword, group, role, status, p }: UserQuery): boolean {
  return keyword !== '' || group !== '' || role !== 0 || status !== 0 || p !== 1;
}
