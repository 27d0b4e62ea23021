import {
  type Redemption,
  REDEMPTION_DISABLED,
  type REDEMPTION_SORTS,
  REDEMPTION_UNUSED,
  REDEMPTION_USED,
  type SortOf,
} from '@tollgate/contract';
import { formatQuota, formatQuotaExactly } from '@tollgate/pricing';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  deleteUsedRedemptions,
  findRedemption,
  insertRedemptions,
  listBatch,
  listRedemptions,
  type RedemptionRow,
  sumRedemptions,
  updateRedemption,
} from '../../store/redemptions-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import type { Domain } from '../domain.ts';
import { type AuditedChange, noteAudited, reportUnchanged } from '../audit/audit-scope.ts';
import { type AuditEvent, recordAuditEvent } from '../log/audit-log.ts';
import { quotaDisplay } from '../options/quota-display.ts';
import { hashCode } from './hash-code.ts';
import { newCode } from './new-code.ts';
import { requireSameBatch } from './require-same-batch.ts';
import { returnCodePrice } from './return-code-price.ts';
import { revealSecret } from '../accounts/reveal-secret.ts';

type RedemptionAdministrationContext = Pick<Domain, 'clock' | 'keyring' | 'store' | 'options'>;

/** The administrator who performs the action. */
interface Actor {
  id: number;
  username: string;
}

/** Returns a code as administrators see it. */
export function presentRedemption(domain: Pick<Domain, 'keyring'>, row: RedemptionRow): Redemption {
  return {
    id: row.id,
    name: row.name,
    quota: row.quota,
    ...revealSecret(domain, row),
    status: row.status,
    created_time: row.created_time,
    user_id: row.user_id,
    used_user_id: row.used_user_id,
    redeemed_time: row.redeemed_time,
  };
}

/** Returns one page of codes, by id, part of the name or a whole code, and by status (0 for any). */
export function searchRedemptions(
  domain: Pick<Domain, 'keyring' | 'store'>,
  {
    keyword = '',
    status = 0,
    sort = '',
  }: { keyword?: string; status?: number; sort?: SortOf<typeof REDEMPTION_SORTS> },
  page: { page: number; pageSize: number },
) {
  const keyHash = hashCode(domain, keyword);
  return listRedemptions(domain.store.db, { keyword, keyHash, status, sort }, page);
}

/** Sums the codes that match a search, by status. */
export function sumFoundRedemptions(
  domain: Pick<Domain, 'keyring' | 'store'>,
  { keyword = '', status = 0 }: { keyword?: string; status?: number },
) {
  const keyHash = hashCode(domain, keyword);
  return sumRedemptions(domain.store.db, { keyword, keyHash, status });
}

export async function readRedemption(
  domain: Pick<Domain, 'store'>,
  id: number,
): Promise<RedemptionRow> {
  const row = await findRedemption(domain.store.db, id);
  if (!row) throw new AppError('redemption_not_found');
  return row;
}

/**
 * Creates codes and returns them. A missing name defaults to the formatted quota. An administrator's
 * idempotency key creates them once and returns them again.
 */
export async function createRedemptions(
  domain: RedemptionAdministrationContext,
  actor: Actor,
  input: {
    name?: string | undefined;
    quota: number;
    count: number;
    idempotency_key?: string | undefined;
  },
): Promise<string[]> {
  const { quota, count, idempotency_key: key } = input;
  const name = input.name ?? formatQuota(quota, quotaDisplay(domain.options));
  const batch = key === undefined ? randomUUID() : `${actor.id}:${key}`;
  const at = nowSeconds(domain.clock);
  const rows = Array.from({ length: count }, (_, position) => ({
    ...newCode(domain),
    user_id: actor.id,
    name,
    quota,
    status: REDEMPTION_UNUSED,
    created_time: at,
    batch,
    place: position,
    deleted_at: null,
  }));
  const codes = await domain.store.transaction(async (trx) => {
    if (await insertRedemptions(trx, rows))
      await note(domain, trx, actor, 'redemptions_created', { name, quota, count });
    else reportUnchanged();
    return listBatch(trx, batch);
  });
  requireSameBatch(codes, { name: input.name, quota, count });
  return codes.map((row) => domain.keyring.decrypt(row.key_cipher));
}

/** Edits the given fields of an unused code; others keep what somebody else may be changing. */
export async function editRedemption(
  domain: RedemptionAdministrationContext,
  actor: Actor,
  edit: { id: number; name?: string | undefined; quota?: number | undefined },
): Promise<RedemptionRow> {
  const before = await readRedemption(domain, edit.id);
  if (before.status !== REDEMPTION_UNUSED) throw new AppError('redemption_not_editable');
  const { name, quota } = edit;
  if (before.seller_id !== 0 && quota !== undefined && quota !== before.quota)
    throw new AppError('redemption_sold');
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(quota === undefined ? {} : { quota }),
  };
  if (Object.keys(changes).length === 0) return before;
  return domain.store.transaction(async (trx) => {
    const row = await updateRedemption(trx, before, changes);
    if (!row) throw new AppError('redemption_not_editable');
    noteAudited(auditedRedemption(before, row));
    await note(domain, trx, actor, 'redemption_edited', row);
    return row;
  });
}

/** Disables an unused code, or enables a disabled one. A used code stays used. */
export async function setRedemptionStatus(
  domain: RedemptionAdministrationContext,
  actor: Actor,
  { id, status }: { id: number; status: number | undefined },
): Promise<RedemptionRow> {
  if (status !== REDEMPTION_UNUSED && status !== REDEMPTION_DISABLED)
    throw new AppError('redemption_status_invalid', {}, { field: 'status' });
  const before = await readRedemption(domain, id);
  if (before.status === REDEMPTION_USED) throw new AppError('redemption_already_redeemed');
  if (before.status === status) return before;
  return domain.store.transaction(async (trx) => {
    const row = await updateRedemption(trx, before, { status });
    if (!row) throw new AppError('redemption_already_redeemed');
    const event = status === REDEMPTION_DISABLED ? 'redemption_disabled' : 'redemption_enabled';
    noteAudited(auditedRedemption(before, row));
    await note(domain, trx, actor, event, row);
    return row;
  });
}

export async function deleteRedemption(
  domain: RedemptionAdministrationContext,
  actor: Actor,
  id: number,
): Promise<void> {
  await domain.store.transaction(async (trx) => {
    const row = await updateRedemption(trx, { id }, { deleted_at: nowSeconds(domain.clock) });
    if (!row) throw new AppError('redemption_not_found');
    noteAudited(auditedRedemption(row, undefined));
    if (row.status !== REDEMPTION_USED)
      await returnCodePrice(trx, row, { actorId: actor.id, at: nowSeconds(domain.clock) });
    await note(domain, trx, actor, 'redemption_deleted', row);
  });
}

/** Deletes all redeemed codes; returns how many. */
export function clearUsedRedemptions(
  domain: RedemptionAdministrationContext,
  actor: Actor,
): Promise<number> {
  return domain.store.transaction(async (trx) => {
    const count = await deleteUsedRedemptions(trx, nowSeconds(domain.clock));
    noteAudited({ after: { count } });
    if (count > 0) await note(domain, trx, actor, 'redemptions_cleared', { count });
    return count;
  });
}

/** Returns a code before and after a change, for the audit log; without the code itself. */
function auditedRedemption(before: RedemptionRow, after: RedemptionRow | undefined): AuditedChange {
  const toFields = ({ name, quota, status }: RedemptionRow) => ({ name, quota, status });
  const { id, name } = after ?? before;
  return { id, name, before: toFields(before), after: after && toFields(after) };
}

/** Records in the log who creates, changes or deletes codes, because they are money. */
function note(
  domain: Pick<Domain, 'clock' | 'options'>,
  trx: StoreTransaction,
  actor: Actor,
  event: AuditEvent,
  about: { id?: number; name?: string; quota?: number; count?: number },
): Promise<void> {
  const { id, name, quota, count } = about;
  return recordAuditEvent(trx, actor, {
    event,
    params: {
      ...(id === undefined ? {} : { id }),
      ...(name === undefined ? {} : { name }),
      ...(quota === undefined
        ? {}
        : { quota: formatQuotaExactly(quota, quotaDisplay(domain.options)) }),
      ...(count === undefined ? {} : { count }),
    },
    actor,
    at: nowSeconds(domain.clock),
  });
}
