import { endpoints, ROLE_ADMIN } from '@tollgate/contract';
import { listGroups } from '../domain/options/groups.ts';
import {
  createUser,
  editUser,
  manageUser,
  searchUsers,
} from '../domain/accounts/user-administration.ts';
import { manageUsers } from '../domain/accounts/manage-users.ts';
import { presentUser, presentUsers } from '../domain/accounts/present-users.ts';
import { readUser, type UserRow } from '../domain/accounts/users.ts';
import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import type { Domain } from '../domain/domain.ts';
import { callerOf, implement } from './context.ts';

const presentPage = async (
  domain: Domain,
  page: { items: UserRow[]; page: number; pageSize: number; total: number },
) => ({
  items: await presentUsers(domain, page.items),
  page: page.page,
  page_size: page.pageSize,
  total: page.total,
});

export const userRoutes = [
  implement(endpoints.listUsers, async ({ domain, query }) =>
    presentPage(
      domain,
      await searchUsers(domain, {}, { page: query.p, pageSize: query.page_size }),
    ),
  ),
  implement(endpoints.searchUsers, async ({ domain, query }) =>
    presentPage(
      domain,
      await searchUsers(domain, query, { page: query.p, pageSize: query.page_size }),
    ),
  ),
  implement(endpoints.getUser, async ({ domain, params }) =>
    presentUser(domain, await readUser(domain, params.id)),
  ),
  implement(endpoints.createUser, async (call) => {
    if ((call.body.role ?? 0) >= ROLE_ADMIN) mustBeConfirmed(call.domain, callerOf(call));
    return presentUser(call.domain, await createUser(call.domain, callerOf(call).user, call.body));
  }),
  implement(endpoints.updateUser, async (call) => {
    if (call.body.password) mustBeConfirmed(call.domain, callerOf(call));
    return presentUser(call.domain, await editUser(call.domain, callerOf(call).user, call.body));
  }),
  implement(endpoints.manageUser, async (call) => {
    if (call.body.action === 'promote') mustBeConfirmed(call.domain, callerOf(call));
    const { status, role } = await manageUser(call.domain, callerOf(call).user, call.body);
    return { status, role };
  }),
  implement(endpoints.manageUsers, (call) =>
    manageUsers(call.domain, callerOf(call).user, call.body, call.language),
  ),
  implement(endpoints.listGroups, async ({ domain }) => listGroups(domain)),
];
