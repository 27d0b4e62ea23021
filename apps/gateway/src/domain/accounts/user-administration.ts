import {
  type ManageAction,
  QUOTA_INPUT_MAX,
  refuseEdit,
  refuseManage,
  ROLE_ADMIN,
  ROLE_USER,
  USER_DISABLED,
  USER_ENABLED,
} from '@tollgate/contract';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { findBooked } from '../../store/ledger-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { deleteSessionsOfUser } from '../../store/sessions-repository.ts';
import {
  findUserById,
  listUsers,
  updateUserAsSeen,
  type UserChanges,
  type UserFilter,
} from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { noteAudited, reportUnchanged } from '../audit/audit-scope.ts';
import { recordAuditEvent } from '../log/audit-log.ts';
import { requireKnownGroups } from '../options/groups.ts';
import { formatDisplayQuota } from '../options/quota-display.ts';
import { changedWith, updateOwner } from '../teams/update-owner.ts';
import { InsufficientQuotaError } from '../wallet/insufficient-quota-error.ts';
import { requireSameRequest } from '../wallet/require-same-request.ts';
import { changeBalance } from '../wallet/store/change-balance.ts';
import { auditedUser } from './audited-user.ts';
import { passwordChanges } from './password-changes.ts';
import { notifyPasswordChanged } from './notify-password-changed.ts';
import { insertNewUser, usernameChanges, type UserRow, translateTakenName } from './users.ts';

type UserAdministrationContext = Pick<
  Domain,
  'clock' | 'changes' | 'store' | 'wallet' | 'options' | 'hashPassword'
>;

/** The user who performs the action. */
export type Actor = Pick<UserRow, 'id' | 'username' | 'role'>;

/** Returns one page of users with balances that include every finished call. */
export async function searchUsers(
  domain: Pick<Domain, 'store' | 'wallet'>,
  filter: UserFilter,
  page: { page: number; pageSize: number },
) {
  await domain.wallet.flush();
  return listUsers(domain.store.db, filter, page);
}

/** Creates a user below the actor's role. */
export async function createUser(
  domain: Pick<Domain, 'clock' | 'store' | 'hashPassword'>,
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
  const fields = {
    username: input.username,
    display_name: input.display_name || input.username,
    password_hash: await domain.hashPassword(input.password),
    role,
  };
  const at = nowSeconds(domain.clock);
  const created = domain.store.transaction(async (trx) => {
    const user = await insertNewUser(trx, at, fields);
    await recordAuditEvent(trx, user, { event: 'created', actor, at });
    noteAudited(auditedUser(undefined, user));
    return user;
  });
  return translateTakenName(created);
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
  idempotency_key?: string | undefined;
  role?: number | undefined;
}

/**
 * Edits a user below the actor's role. Quota is booked as a difference, never overwritten. All in one
 * transaction: a refused edit changes nothing.
 */
export async function editUser(
  domain: UserAdministrationContext,
  actor: Actor,
  edit: UserEdit,
): Promise<UserRow> {
  const target = await findExisting(domain, edit.id);
  const refusal = refuseEdit(actor, target);
  if (refusal) throw new AppError(refusal);
  if (edit.role !== undefined && edit.role !== target.role)
    throw new AppError('cannot_update_same_or_higher');
  if (edit.group !== undefined) requireKnownGroups(domain, edit.group, target.group);
  const changes = await readChanges(domain, target, edit);
  if (edit.quota === undefined && Object.keys(changes).length === 0) return target;
  await domain.wallet.flush();
  const { quota: stored } = await findExisting(domain, target.id);
  const delta = edit.quota === undefined ? 0 : edit.quota - (edit.quota_before ?? stored);
  const result = await domain.wallet.deduct({ kind: 'user', ownerId: target.id, delta }, () =>
    translateTakenName(storeEdit(domain, actor, target, { edit, changes })),
  );
  if (result === 'insufficient-quota') throw new AppError('quota_below_zero');
  return result;
}

async function readChanges(
  domain: Pick<Domain, 'store' | 'hashPassword'>,
  target: UserRow,
  edit: UserEdit,
): Promise<UserChanges> {
  return {
    ...(edit.username === undefined ? {} : await usernameChanges(domain, target.id, edit.username)),
    ...(edit.display_name === undefined ? {} : { display_name: edit.display_name }),
    ...(edit.group === undefined || edit.group === target.group ? {} : { group: edit.group }),
    ...(edit.password ? passwordChanges(await domain.hashPassword(edit.password)) : {}),
  };
}

/** User-visible names of columns; the others only follow from one of these. */
const FIELD_NAMES: Partial<Record<keyof UserChanges, string>> = {
  username: 'username',
  display_name: 'display_name',
  group: 'group',
  password_hash: 'password',
};

function storeEdit(
  domain: Pick<Domain, 'clock' | 'changes' | 'options'>,
  actor: Actor,
  target: UserRow,
  { edit, changes }: { edit: UserEdit; changes: UserChanges },
): Promise<UserRow> {
  const fields = Object.keys(changes).flatMap((name) => FIELD_NAMES[name as 'group'] ?? []);
  return domain.changes.commit(changedWith(target, changes), async (trx) => {
    if (!(await updateOwner(trx, target, changes))) throw new AppError('user_changed');
    if (changes.password_hash) {
      await deleteSessionsOfUser(trx, target.id);
      await notifyPasswordChanged(trx, domain, { userId: target.id, ip: 'reason_administrator' });
    }
    const isRepeated =
      edit.quota !== undefined &&
      (await bookQuota(domain, trx, { actor, target, edit, quota: edit.quota })) === 'repeated';
    const typed = isRepeated ? { ...edit, quota: undefined } : edit;
    if (isRepeated && fields.length === 0) reportUnchanged();
    else noteAudited(auditedUser(target, { ...target, ...changes }, typed));
    if (fields.length > 0)
      await recordAuditEvent(trx, target, {
        event: 'edited',
        params: { fields: fields.join(', ') },
        actor,
        at: nowSeconds(domain.clock),
      });
    // Read within the transaction: once the edit is committed, reading must not fail the request.
    const edited = await findUserById(trx, target.id);
    if (!edited) throw new AppError('user_not_found');
    return edited;
  });
}

interface QuotaEdit {
  actor: Actor;
  target: UserRow;
  edit: UserEdit;
  quota: number;
}

/** Books a change of the balance, unless its idempotency key was booked before, which is `repeated`. */
async function bookQuota(
  domain: Pick<Domain, 'clock' | 'options'>,
  trx: StoreTransaction,
  { actor, target, edit, quota: requestedQuota }: QuotaEdit,
): Promise<'repeated' | undefined> {
  const { idempotency_key: key, quota_before: before, reason = '' } = edit;
  const idempotencyKey = `adjustment:${key ? `${actor.id}:${target.id}:${key}` : randomUUID()}`;
  const earlierBooking = await findBooked(trx, idempotencyKey);
  if (earlierBooking) {
    const change =
      before === undefined
        ? { balance_after: requestedQuota }
        : { amount: requestedQuota - before };
    requireSameRequest(earlierBooking, { ...change, reason });
    return 'repeated';
  }
  const storedQuota = (await findUserById(trx, target.id))?.quota ?? 0;
  const delta = requestedQuota - (before ?? storedQuota);
  if (delta === 0) return undefined;
  if (storedQuota + delta > QUOTA_INPUT_MAX) throw new AppError('quota_invalid');
  const at = nowSeconds(domain.clock);
  const done = await changeBalance(trx, {
    userId: target.id,
    delta,
    kind: 'adjustment',
    reason,
    actorId: actor.id,
    reference: '',
    idempotencyKey,
    createdAt: at,
  });
  if (done === 'insufficient-quota') throw new InsufficientQuotaError();
  if (done === 'unknown-user') throw new AppError('user_not_found');
  const change = `${delta > 0 ? '+' : ''}${formatDisplayQuota(domain.options, delta)}`;
  const params = { change, quota: formatDisplayQuota(domain.options, done.quota), reason };
  await recordAuditEvent(trx, target, { event: 'quota_changed', params, actor, at });
  return undefined;
}

/**
 * Promotes, demotes, enables, disables or deletes a user, by the role rules; sessions end with the account.
 * Each call rereads the role.
 */
export async function manageUser(
  domain: UserAdministrationContext,
  actor: Actor,
  input: { id: number; action: ManageAction },
): Promise<UserRow> {
  const { id, action } = input;
  const target = await findExisting(domain, id);
  const refusal = refuseManage(actor, target, action);
  if (refusal) throw new AppError(refusal);
  return domain.changes.commit({ topic: 'user', id }, async (trx) => {
    const updated = await updateUserAsSeen(trx, target, manageChanges(domain, action));
    if (!updated) throw new AppError('user_changed');
    noteAudited(auditedUser(target, updated));
    if (action === 'disable' || action === 'delete') await deleteSessionsOfUser(trx, id);
    await recordAuditEvent(trx, target, { event: action, actor, at: nowSeconds(domain.clock) });
    return updated;
  });
}

function manageChanges(domain: Pick<Domain, 'clock'>, action: ManageAction): UserChanges {
  switch (action) {
    case 'promote':
      return { role: ROLE_ADMIN };
    case 'demote':
      return { role: ROLE_USER, access_token_hash: null };
    case 'enable':
      return { status: USER_ENABLED };
    case 'disable':
      return { status: USER_DISABLED, access_token_hash: null };
    case 'delete':
      return { deleted_at: nowSeconds(domain.clock), access_token_hash: null };
  }
}

async function findExisting(domain: Pick<Domain, 'store'>, id: number): Promise<UserRow> {
  const user = await findUserById(domain.store.db, id);
  if (user?.kind !== 'person' || user.deleted_at !== null) throw new AppError('user_not_found');
  return user;
}

/**
 * Returns a user whom the actor may manage. Throws AppError user_not_found or cannot_act_on_same_or_higher.
 */
export async function readManageable(
  domain: Pick<Domain, 'store'>,
  actor: Actor,
  id: number,
): Promise<UserRow> {
  const target = await findExisting(domain, id);
  const refusal = refuseEdit(actor, target);
  if (refusal) throw new AppError(refusal);
  return target;
}
