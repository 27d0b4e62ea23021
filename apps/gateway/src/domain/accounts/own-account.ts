import { ROLE_ROOT } from '@tollgate/contract';
import { compareNames } from '@tollgate/i18n';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { digestOfHash, verifyPassword } from '../../platform/passwords.ts';
import { listModelsOfGroups } from '../../store/abilities-repository.ts';
import { deleteSessionsOfUser } from '../../store/sessions-repository.ts';
import { countOwnedTeams } from '../../store/teams-repository.ts';
import { findUserById, lockUser, updateUser } from '../../store/users-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { recordGrant } from '../log/grant-log.ts';
import { usableGroups } from '../options/groups.ts';
import { formatDisplayQuota } from '../options/quota-display.ts';
import { requireSameRequest } from '../wallet/require-same-request.ts';
import { creditUser } from '../wallet/credit-user.ts';
import { mustBeConfirmed } from '../second-factors/confirm-session.ts';
import { auditedUser } from './audited-user.ts';
import { lockCaller } from './lock-caller.ts';
import type { Identified } from './sessions.ts';
import { notifyPasswordChanged } from './notify-password-changed.ts';
import { passwordChanges } from './password-changes.ts';
import { usernameChanges, type UserRow, translateTakenName } from './users.ts';

export interface SelfEdit {
  username?: string | undefined;
  display_name?: string | undefined;
  password?: string | undefined;
  original_password?: string | undefined;
  /** The client address that the change comes from. */
  address?: string | undefined;
}

/**
 * Changes one's own username, display name or password. A new password ends the other sessions and the system
 * access token. It requires the current password or, if there is none yet, a confirmed session. Of concurrent
 * changes by the same password, one succeeds.
 */
export async function editSelf(
  domain: Pick<Domain, 'changes' | 'store' | 'options' | 'clock' | 'hashPassword'>,
  caller: Identified,
  edit: SelfEdit,
): Promise<void> {
  const { user, sessionId } = caller;
  if (edit.password) await mayChangePassword(domain, caller, edit.original_password);
  const changes = {
    ...(edit.username === undefined ? {} : await usernameChanges(domain, user.id, edit.username)),
    ...(edit.display_name === undefined ? {} : { display_name: edit.display_name }),
    ...(edit.password ? passwordChanges(await domain.hashPassword(edit.password)) : {}),
  };
  await translateTakenName(
    domain.changes.commit({ topic: 'user', id: user.id }, async (trx) => {
      if (edit.password) requireSamePassword(await lockCaller(trx, caller), user, edit);
      await updateUser(trx, user.id, changes);
      noteAudited(auditedUser(user, { ...user, ...changes }));
      if (!edit.password) return;
      await deleteSessionsOfUser(trx, user.id, sessionId);
      await notifyPasswordChanged(trx, domain, { userId: user.id, ip: edit.address ?? '' });
    }),
  );
}

/**
 * Checks that the password may be changed. An unattended browser must not be enough to take over the account;
 * a program can't set a password without the current one. Throws an AppError.
 */
async function mayChangePassword(
  domain: Pick<Domain, 'options' | 'clock'>,
  caller: Identified,
  original: string | undefined,
): Promise<void> {
  const { user, sessionId } = caller;
  if (original !== undefined) {
    if (await verifyPassword(original, user.password_hash ?? '')) return;
    throw new AppError('original_password_wrong');
  }
  if (sessionId === 0) throw new AppError('original_password_required');
  if (user.password_hash === null) mustBeConfirmed(domain, caller);
  else if (domain.options.get('CurrentPasswordRequired'))
    throw new AppError('original_password_required');
}

/**
 * Checks that the password is still the one that `mayChangePassword` checked: a change in between would be
 * undone. Throws an AppError.
 */
function requireSamePassword(
  locked: UserRow,
  { password_hash: seen }: UserRow,
  { original_password: original }: SelfEdit,
): void {
  const isSame =
    locked.password_hash === seen || (seen !== null && locked.rehashed_from === digestOfHash(seen));
  if (isSame) return;
  if (original !== undefined) throw new AppError('original_password_wrong');
  if (seen === null) throw new AppError('original_password_required');
}

/**
 * Deletes one's own account; its sessions and keys stop working at once. Throws an AppError for a super admin
 * and for the owner of a team.
 */
export async function deleteSelf(
  domain: Pick<Domain, 'clock' | 'changes'>,
  user: UserRow,
): Promise<void> {
  if (user.role === ROLE_ROOT) throw new AppError('super_admin_cannot_be_deleted');
  await domain.changes.commit({ topic: 'user', id: user.id }, async (trx) => {
    // A team that is being created or handed over counts as well.
    await lockUser(trx, user.id);
    if ((await countOwnedTeams(trx, user.id)) > 0) throw new AppError('owns_team');
    const changes = { deleted_at: nowSeconds(domain.clock), access_token_hash: null };
    await updateUser(trx, user.id, changes);
    noteAudited(auditedUser(user, { ...user, ...changes }));
    await deleteSessionsOfUser(trx, user.id);
  });
}

/**
 * Moves earnings from invitations to the balance, at least one display unit (`QuotaPerUnit`) at a time. An
 * idempotency key is booked once. Returns the updated user.
 */
export async function transferEarnings(
  domain: Pick<Domain, 'clock' | 'store' | 'options' | 'wallet'>,
  user: UserRow,
  { quota, idempotency_key: key }: { quota: number; idempotency_key?: string | undefined },
): Promise<UserRow> {
  const minimum = domain.options.number('QuotaPerUnit');
  if (quota < minimum)
    throw new AppError('transfer_too_small', {
      minimum: formatDisplayQuota(domain.options, minimum),
    });
  const at = nowSeconds(domain.clock);
  await domain.wallet.flush();
  return domain.store.transaction(async (trx) => {
    const result = await creditUser(trx, {
      userId: user.id,
      delta: quota,
      kind: 'transfer',
      reason: '',
      actorId: user.id,
      reference: '',
      idempotencyKey: `transfer:${user.id}:${key ?? randomUUID()}`,
      createdAt: at,
    }).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'quota_invalid') throw error;
      const available = (await findUserById(trx, user.id))?.aff_quota ?? 0;
      throw new AppError('transfer_too_large', {
        available: formatDisplayQuota(domain.options, available),
      });
    });
    const grant = { event: 'transferred', amount: quota } as const;
    if (result.repeated) requireSameRequest(result.repeated, { amount: quota });
    else await recordGrant(trx, user, grant, { options: domain.options, at });
    return (await findUserById(trx, user.id)) as UserRow;
  });
}

/** Lists the models that the user's groups and usable groups can call. */
export async function listOwnModels(
  domain: Pick<Domain, 'store' | 'options'>,
  user: UserRow,
): Promise<string[]> {
  const groups = Object.keys(usableGroups(domain, user));
  return (await listModelsOfGroups(domain.store.db, groups)).sort(compareNames);
}
