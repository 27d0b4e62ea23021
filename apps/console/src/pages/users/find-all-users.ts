import type { User } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { findAllPages } from '../../ui/tables/find-all-pages.ts';
import { searchOf, type UserQuery } from './query.ts';

/** Returns the ids of all matching users that may be selected. */
export async function findAllUsers(
  query: UserQuery,
  mayChoose: (user: User) => boolean,
): Promise<number[]> {
  const users = await findAllPages((page) =>
    callEndpoint(calls.searchUsers, { query: { ...searchOf(query), ...page } }),
  );
  return users.filter(mayChoose).map(({ id }) => id);
}
