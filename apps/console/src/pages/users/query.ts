import { pageNumber, pageSize, sortOf, USER_SORTS } from '@tollgate/contract';
import { z } from 'zod';
import { USER_TABS } from './drawer/user-drawer-tabs.ts';

/** What the address of the user list holds. */
export const userQuery = z.object({
  p: pageNumber,
  page_size: pageSize,
  keyword: z.string().catch(''),
  group: z.string().catch(''),
  /** 0 is any. */
  role: z.coerce.number().int().min(0).max(100).catch(0),
  status: z.coerce.number().int().min(0).max(9).catch(0),
  deleted: z.enum(['', '1']).catch(''),
  sort: sortOf(USER_SORTS),
  /** Who is shown beside the list, and what of them; 0 is nobody. */
  user: z.coerce.number().int().min(0).catch(0),
  tab: z.enum(USER_TABS).catch('overview'),
});
export type UserQuery = z.output<typeof userQuery>;

export const NO_FILTERS = {
  keyword: '',
  group: '',
  role: 0,
  status: 0,
  deleted: '',
  p: 1,
} as const;

/** Whether an empty list may be the filters' doing. */
export function isFiltered({ keyword, group, role, status, deleted, p }: UserQuery): boolean {
  return keyword !== '' || group !== '' || role !== 0 || status !== 0 || deleted !== '' || p !== 1;
}

/** What the server is asked for: all but who is shown beside the list. */
export function searchOf({ user: _user, tab: _tab, deleted, ...search }: UserQuery) {
  return { ...search, deleted: deleted === '1' };
}
