import {
  LOG_MANAGE,
  ROLE_ADMIN,
  ROLE_ROOT,
  ROLE_USER,
  USER_BANNED,
  USER_DISABLED,
  USER_ENABLED,
} from '@tollgate/contract';
import { randomUUID } from 'node:crypto';
import { AppError } from '../platform/app-error.ts';
import { nowSeconds } from '../platform/clock.ts';
import { hashPassword } from '../platform/passwords.ts';
import { insertLog } from '../store/logs-repository.ts';
import {
  findUserById,
  listUsers,
  updateUser,
  type UserChanges,
  type UserFilter,
} from '../store/users-repository.ts';
import type { Domain } from './domain.ts';
import { endSessionsOf } from './sessions.ts';
import { addUser, isTaken, type UserRow } from './users.ts';

/** Who acts. */
export type Actor = Pick<UserRow, 'id' | 'username' | 'role'>;

export type ManageAction = 'promote' | 'demote' | 'enable' | 'disable' | 'delete';

export async function searchUsers(
  domain: Domain,
  filter: UserFilter,
  page: { page: number; pageSize: number },
) {
  await domain.wallet.flush();
  return listUsers(domain.store.db, filter, page);
}

/** Creates a user below the actor's own role. */
export async function createUser(
  domain: Domain,
  actor: Actor,
  input: {
    username: string;
    password: string;
    display_name?: string | undefined;
    role?: number | undefined;
  },
): Promise<UserRow> {
  const role = input.role ?? ROLE_USER;
  if (role >= actor.role) throw new AppError('cannot_create_same_or_higher');
  const user = await addUser(domain, {
    username: input.username,
    display_name: input.display_name || input.username.slice(0, 20),
    password_hash: await hashPassword(input.password),
    role,
  });
  await noteManagement(domain, user, `created by ${actor.username}`);
  return user;
}

export interface UserEdit {
  id: number;
  username?: string | undefined;
  display_name?: string | undefined;
  password?: string | undefined;
  group?: string | undefined;
  quota?: number | undefined;
  quota_before?: number | undefined;
  reason?: string | undefined;
  role?: number | undefined;
}

/** Edits a user below the actor's own role. A quota is booked as a difference, never written over. */
export async function editUser(domain: Domain, actor: Actor, edit: UserEdit): Promise<UserRow> {
  const target = await findExisting(domain, edit.id);
  if (target.role >= actor.role) throw new AppError('cannot_update_same_or_higher');
  if (edit.role !== undefined && edit.role !== target.role)
    throw new AppError('cannot_update_same_or_higher');
  if (edit.quota !== undefined)
    await bookQuota(domain, actor, target, { ...edit, quota: edit.quota });
  const changes: UserChanges = {
    ...(edit.username === undefined
      ? {}
      : { username: edit.username, username_lower: edit.username.toLowerCase() }),
    ...(edit.display_name === undefined ? {} : { display_name: edit.display_name }),
    ...(edit.group === undefined ? {} : { group: edit.group }),
    ...(edit.password
      ? { password_hash: await hashPassword(edit.password), factory_password: 0 }
      : {}),
  };
  const updated = await updateUser(domain.store.db, target.id, changes).catch((error: unknown) => {
    throw isTaken(error) ? new AppError('username_taken', {}, { cause: error }) : error;
  });
  if (edit.password) await endSessionsOf(domain, target.id);
  if (Object.keys(changes).length > 0)
    await noteManagement(
      domain,
      target,
      `edited by ${actor.username}: ${
        Object.keys(changes)
          .filter(
            (name) =>
              name !== 'username_lower' && name !== 'password_hash' && name !== 'factory_password',
          )
          .join(', ') || 'password'
      }`,
    );
  await domain.bus.publish({ topic: 'user', id: target.id });
  if (!updated) throw new AppError('user_not_found');
  return updated;
}

async function bookQuota(
  domain: Domain,
  actor: Actor,
  target: UserRow,
  edit: { quota: number; quota_before?: number | undefined; reason?: string | undefined },
): Promise<void> {
  await domain.wallet.flush();
  const before = edit.quota_before ?? (await findExisting(domain, target.id)).quota;
  const delta = edit.quota - before;
  if (delta === 0) return;
  const { quota } = await domain.wallet.adjustUser({
    userId: target.id,
    delta,
    kind: 'adjustment',
    reason: edit.reason ?? '',
    actorId: actor.id,
    idempotencyKey: `adjustment:${randomUUID()}`,
  });
  const reason = edit.reason ? ` (${edit.reason})` : '';
  await noteManagement(
    domain,
    target,
    `quota ${delta > 0 ? '+' : ''}${delta}, now ${quota}, by ${actor.username}${reason}`,
  );
}

/** Promotes, demotes, enables, disables or deletes a user, by the role rules. */
export async function manageUser(
  domain: Domain,
  actor: Actor,
  input: { id: number; action: ManageAction },
): Promise<UserRow> {
  const target = await findExisting(domain, input.id);
  checkManage(actor, target, input.action);
  const updated = await updateUser(domain.store.db, target.id, manageChanges(domain, input.action));
  if (input.action !== 'enable' && input.action !== 'promote')
    await endSessionsOf(domain, target.id);
  await noteManagement(domain, target, `${input.action} by ${actor.username}`);
  await domain.bus.publish({ topic: 'user', id: target.id });
  return updated ?? target;
}

function checkManage(actor: Actor, target: UserRow, action: ManageAction): void {
  if (target.role === ROLE_ROOT) {
    if (action === 'demote') throw new AppError('super_admin_cannot_be_demoted');
    if (action === 'disable') throw new AppError('super_admin_cannot_be_disabled');
    if (action === 'delete') throw new AppError('super_admin_cannot_be_deleted');
  }
  if (target.id === actor.id) throw new AppError('cannot_act_on_self');
  if (action === 'promote' && actor.role < ROLE_ROOT) throw new AppError('admin_cannot_promote');
  if (target.role >= actor.role)
    throw new AppError(
      action === 'delete' ? 'cannot_delete_same_or_higher' : 'cannot_act_on_same_or_higher',
    );
  if (action === 'promote' && target.role >= ROLE_ADMIN)
    throw new AppError('cannot_promote_further');
  if (action === 'demote' && target.role <= ROLE_USER) throw new AppError('cannot_demote_further');
  if (action === 'enable' && target.status === USER_BANNED)
    throw new AppError('banned_cannot_be_enabled');
}

function manageChanges(domain: Domain, action: ManageAction): UserChanges {
  switch (action) {
    case 'promote':
      return { role: ROLE_ADMIN };
    case 'demote':
      return { role: ROLE_USER };
    case 'enable':
      return { status: USER_ENABLED };
    case 'disable':
      return { status: USER_DISABLED };
    case 'delete':
      return { deleted_at: nowSeconds(domain.clock), access_token_hash: null };
  }
}

async function findExisting(domain: Domain, id: number): Promise<UserRow> {
  const user = await findUserById(domain.store.db, id);
  if (!user || user.deleted_at !== null) throw new AppError('user_not_found');
  return user;
}

/** Writes a management row to the log of the user it concerns. */
export async function noteManagement(
  domain: Domain,
  user: { id: number; username: string },
  content: string,
): Promise<void> {
  await insertLog(domain.store.db, {
    created_at: nowSeconds(domain.clock),
    type: LOG_MANAGE,
    user_id: user.id,
    username: user.username,
    token_id: 0,
    token_name: '',
    channel_id: 0,
    model_name: '',
    group: '',
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 0,
    is_stream: 0,
    content,
    other: '',
    request_id: '',
    ip: '',
  });
}
