import { ROLE_ROOT } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { hashPassword, verifyPassword } from '../../platform/passwords.ts';
import { listModelsOfGroups } from '../../store/abilities-repository.ts';
import { deleteSessionsOfUser } from '../../store/sessions-repository.ts';
import { updateUser } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { usableGroups } from '../options/groups.ts';
import { renameTo, type UserRow, withNameKept } from './users.ts';

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

/** Models that the user's groups and usable groups can call. */
export function listOwnModels(domain: Domain, user: UserRow): Promise<string[]> {
  return listModelsOfGroups(domain.store.db, Object.keys(usableGroups(domain, user)));
}
