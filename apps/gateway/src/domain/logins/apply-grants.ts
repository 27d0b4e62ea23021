import { ROLE_ADMIN, ROLE_ROOT, ROLE_USER } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { insertAuditRows } from '../../store/audit-repository.ts';
import type { UserChanges, UserRow } from '../../store/users-repository.ts';
import { ownAccountRow } from '../accounts/own-account-row.ts';
import type { Domain } from '../domain.ts';
import { listGroups } from '../options/groups.ts';
import { changedWith, updateOwner } from '../teams/update-owner.ts';
import type { ProviderGrants } from './login-provider.ts';

type ApplyGrantsContext = Pick<Domain, 'changes' | 'clock' | 'options'>;

/**
 * Applies the group and role from a provider's claims to an account and returns the updated account. Claims
 * grant at most the administrator role and never affect a super admin; an unknown group is ignored. A demoted
 * administrator loses the access token.
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
    // An administrator's concurrent change takes precedence.
    if (!updated) return user;
    await insertAuditRows(trx, [
      ownAccountRow(user, updated, { action: 'applyClaims', at: nowSeconds(domain.clock) }),
    ]);
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
