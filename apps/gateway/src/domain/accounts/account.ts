import { ROLE_ROOT } from '@tollgate/contract';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { hashPassword, verifyPassword } from '../../platform/passwords.ts';
import { listModelsOfGroups } from '../../store/abilities-repository.ts';
import { isBooked } from '../../store/ledger-repository.ts';
import { deleteSessionsOfUser } from '../../store/sessions-repository.ts';
import { updateUser } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { usableGroups } from '../options/groups.ts';
import { readUser, renameTo, type UserRow, withNameKept } from './users.ts';

export interface SelfEdit {
  username?: string | undefined;
  display_name?: string | undefined;
  password?: string | undefined;
  original_password?: string | undefined;
}

/** Changes the own username, display name or password. A new password ends the other sessions. */
export async function editSelf(
  domain: Domain,
  user: UserRow,
  sessionId: number,
  edit: SelfEdit,
): Promise<void> {
  if (
    edit.password &&
    edit.original_password !== undefined &&
    !(await verifyPassword(edit.original_password, user.password_hash ?? ''))
  ) {
    throw new AppError('original_password_wrong');
  }
  const changes = {
    ...(edit.username === undefined ? {} : await renameTo(domain, user.id, edit.username)),
    ...(edit.display_name === undefined ? {} : { display_name: edit.display_name }),
    ...(edit.password
      ? { password_hash: await hashPassword(edit.password), factory_password: 0 }
      : {}),
  };
  await withNameKept(
    domain.changes.commit({ topic: 'user', id: user.id }, async (trx) => {
      await updateUser(trx, user.id, changes);
      if (edit.password) await deleteSessionsOfUser(trx, user.id, sessionId);
    }),
  );
}

/** Deletes the own account; its sessions and keys stop at once. A super admin has to stay. */
export async function deleteSelf(domain: Domain, user: UserRow): Promise<void> {
  if (user.role === ROLE_ROOT) throw new AppError('super_admin_cannot_be_deleted');
  await domain.changes.commit({ topic: 'user', id: user.id }, async (trx) => {
    await updateUser(trx, user.id, {
      deleted_at: nowSeconds(domain.clock),
      access_token_hash: null,
    });
    await deleteSessionsOfUser(trx, user.id);
  });
}

/**
 * Moves pending earnings of invitations to the balance, at least one unit of display at a time.
 * The same idempotency key books once. Answers the user as it is then.
 */
export async function transferEarnings(
  domain: Domain,
  { id }: UserRow,
  { quota, idempotency_key: key }: { quota: number; idempotency_key?: string | undefined },
): Promise<UserRow> {
  const idempotencyKey = `transfer:${id}:${key ?? randomUUID()}`;
  const minimum = domain.options.number('QuotaPerUnit');
  if (quota < minimum) throw new AppError('transfer_too_small', { minimum });
  if (!(await isBooked(domain.store.db, idempotencyKey))) {
    const available = (await readUser(domain, id)).aff_quota;
    const tooLarge = new AppError('transfer_too_large', { available });
    if (quota > available) throw tooLarge;
    await domain.wallet
      .adjustUser({
        userId: id,
        delta: quota,
        kind: 'transfer',
        reason: '',
        actorId: id,
        idempotencyKey,
      })
      .catch((error: unknown) => {
        // Another transfer was faster.
        throw (error as AppError).code === 'quota_below_zero' ? tooLarge : error;
      });
  }
  return readUser(domain, id);
}

/** Models that the user's groups and usable groups can call. */
export function listOwnModels(domain: Domain, user: UserRow): Promise<string[]> {
  return listModelsOfGroups(domain.store.db, Object.keys(usableGroups(domain, user)));
}
