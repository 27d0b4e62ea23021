import { ROLE_ADMIN, ROLE_ROOT, ROLE_USER } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { insertAuditRows } from '../../store/audit-repository.ts';
import type { UserChanges, UserRow } from '../../store/users-repository.ts';
import { auditedUser } from '../accounts/audited-user.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import type { Domain } from '../domain.ts';
import { listGroups } from '../options/groups.ts';
import { changedWith, updateOwner } from '../teams/update-owner.ts';
import type { ProviderGrants } from './login-provider.ts';

type ApplyGrantsContext = Pick<Domain, 'changes' | 'clock' | 'options'>;

/**
 * Gives an account the group and role that a provider's claims say, and answers it as it is then.
 * Claims make an administrator at most, and never touch a super admin; a group that there is not is
 * left aside. Who is an administrator no more loses the access token.
 */
export async function applyGrants(
  domain: ApplyGrantsContext,
  user: UserRow,
  grants: ProviderGrants = {},
): Promise<UserRow> {
  const changes = changesOf(domain, user, grants);
  if (Object.keys(changes).length === 0) return user;
  return domain.changes.commit(changedWith(user, changes), async (trx) => {
    const updated = await updateOwner(trx, user, changes);
    // An administrator was faster, whose word counts.
    if (!updated) return user;
    await insertAuditRows(trx, [auditRow(user, updated, nowSeconds(domain.clock))]);
    return updated;
  });
}

function changesOf(
  domain: ApplyGrantsContext,
  user: UserRow,
  { group, isAdmin }: ProviderGrants,
): UserChanges {
  if (user.role >= ROLE_ROOT) return {};
  const role = isAdmin === undefined ? user.role : isAdmin ? ROLE_ADMIN : ROLE_USER;
  const isGroup = group !== undefined && listGroups(domain).includes(group);
  return {
    ...(isGroup && group !== user.group ? { group } : {}),
    ...(role === user.role ? {} : { role }),
    ...(role < user.role ? { access_token_hash: null } : {}),
  };
}

/** Nobody here did it: the actor is the account itself, by its login. */
function auditRow(before: UserRow, after: UserRow, at: number) {
  const { before: from, after: to } = auditedUser(before, after);
  return {
    created_at: at,
    actor_id: after.id,
    actor_name: after.username,
    actor_role: after.role,
    ip: '',
    credential: 'session' as const,
    action: 'applyClaims',
    subject: 'user',
    object_id: String(after.id),
    object_name: after.username,
    reason: '',
    changes: JSON.stringify(describeChanges(from, to)),
    request_id: '',
  };
}
