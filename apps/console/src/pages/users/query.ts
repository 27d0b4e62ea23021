import { pageNumber, pageSize, sortOf, USER_SORTS } from '@tollgate/contract';
import { z } from 'zod';
import { USER_TABS } from './drawer/user-drawer-tabs.ts';

/** The query parameters of the user list. */
export const userQuery = z.object({
  p: pageNumber,
  page_size: pageSize,
  keyword: z.string().catch(''),
  group: z.string().catch(''),
  /** 0 means any. */
  role: z.coerce.number().int().min(0).max(100).catch(0),
  status: z.coerce.number().int().min(0).max(9).catch(0),
  deleted: z.enum(['', '1']).catch(''),
  sort: sortOf(USER_SORTS),
  /** The user in the drawer; 0 means none. */
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

/** Whether filters may be the reason for an empty list. */
export function isFiltered({ keyword, group, role, status, deleted, p }: UserQuery): boolean {
  return keyword !== '' || group !== '' || role !== 0 || status !== 0 || deleted !== '' || p !== 1;
}

/** Returns the query to send to the server, without the state of the drawer. */
export function searchOf({ user: _user, tab: _tab, deleted, ...search }: UserQuery) {
  return { ...search, deleted: deleted === '1' };
}
