import { pageNumber, pageSize } from '@tollgate/contract';
import { z } from 'zod';

/** What the address of the user list holds. */
export const userQuery = z.object({
  p: pageNumber,
  page_size: pageSize,
  keyword: z.string().catch(''),
  group: z.string().catch(''),
});
export type UserQuery = z.output<typeof userQuery>;

export const NO_FILTERS = { keyword: '', group: '', p: 1 } as const;

/** Whether an empty list may be the filters' doing. */
export function isFiltered({ keyword, group, p }: UserQuery): boolean {
  return keyword !== '' || group !== '' || p !== 1;
}
