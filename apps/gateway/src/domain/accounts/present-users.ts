import { loginProviderTable, type LoginUserField, type User } from '@tollgate/contract';
import { listIdentities, type UserIdentityRow } from '../../store/user-identities-repository.ts';
import type { UserRow } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';

/** Returns users as sent to clients: without hashes and tokens, with their identities at login providers. */
export async function presentUsers(
  { store }: Pick<Domain, 'store'>,
  rows: readonly UserRow[],
): Promise<User[]> {
  const identities = await listIdentities(
    store.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    present(
      row,
      identities.filter(({ user_id: id }) => id === row.id),
    ),
  );
}

/** Does the same for one user. */
export async function presentUser(domain: Pick<Domain, 'store'>, row: UserRow): Promise<User> {
  return present(row, await listIdentities(domain.store.db, [row.id]));
}

function present(row: UserRow, identities: readonly UserIdentityRow[]): User {
  const subjectAt = (id: string) => identities.find(({ provider }) => provider === id)?.subject;
  const subjects = Object.fromEntries(
    loginProviderTable.map(({ id, userField }) => [userField, subjectAt(id) ?? '']),
  ) as Record<LoginUserField, string>;
  return {
    id: row.id,
    username: row.username,
    is_team: row.kind === 'team',
    display_name: row.display_name,
    password: '',
    role: row.role,
    status: row.status,
    email: row.email ?? '',
    ...subjects,
    group: row.group,
    quota: row.quota,
    used_quota: row.used_quota,
    request_count: row.request_count,
    aff_code: row.aff_code,
    aff_count: row.aff_count,
    aff_quota: row.aff_quota,
    aff_history_quota: row.aff_history_quota,
    inviter_id: row.inviter_id,
    is_agent: row.is_agent === 1,
    total_topup: row.total_topup,
    created_time: row.created_at,
    last_seen: row.last_seen_at,
    DeletedAt: row.deleted_at,
  };
}
