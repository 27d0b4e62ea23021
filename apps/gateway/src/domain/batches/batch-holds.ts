import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  type BatchRow,
  changeRunningBatch,
  deleteBatch as dropRow,
  insertBatch,
  type NewBatch,
} from '../../store/batches-repository.ts';
import type { Domain } from '../domain.ts';
import { formatDisplayQuota } from '../options/quota-display.ts';
import { settleHold } from '../wallet/settle-hold.ts';
import { lockUsers } from '../wallet/store/lock-users.ts';
import { type Hold, HoldRefused, takeHold } from '../wallet/take-hold.ts';
import type { RefusedBy } from '../wallet/wallet.ts';
import { newBatchId } from '../files/new-file-id.ts';
import { countSettledBatch } from './batch-metrics.ts';
import { requireRoomForBatch } from './require-room-for-batch.ts';

export type Batch = BatchRow;

export type BatchOrder = Omit<NewBatch, 'batch_id' | 'created_at' | 'next_check_at'>;

/** A batch whose input was not uploaded within this time lost its process. */
export const UPLOAD_MS = 3_600_000;
/** A submission without a response within this time: the provider is asked whether it accepted the batch. */
const SUBMIT_MS = 5 * 60_000;
const FIRST_POLL_MS = 5_000;

/** Returns the hold of a batch. */
export function holdOf(batch: Batch, at: number): Hold {
  return {
    userId: batch.user_id,
    apiKeyId: batch.token_id,
    apiKeyLimited: batch.token_limited === 1,
    amount: batch.hold,
    reference: batch.batch_id,
    at,
  };
}

/**
 * Holds the worst-case cost of a batch and records the batch, in one transaction, before any provider is
 * contacted. Throws AppError relay_insufficient_quota, relay_insufficient_key_quota and
 * relay_too_many_batches.
 */
export async function openBatch(
  { store, clock, wallet, options }: Pick<Domain, 'store' | 'clock' | 'wallet' | 'options'>,
  order: BatchOrder,
): Promise<Batch> {
  const now = clock.nowMs();
  const at = nowSeconds(clock);
  const row = {
    ...order,
    batch_id: newBatchId(),
    created_at: at,
    next_check_at: now + UPLOAD_MS,
  };
  let refusedBy: RefusedBy = 'user';
  const write = () =>
    store
      .transaction(async (trx) => {
        // Other nodes may create batches of the same user.
        await lockUsers(trx, [row.user_id]);
        await requireRoomForBatch(trx, { options }, row.user_id);
        const batch = await insertBatch(trx, row);
        await takeHold(trx, holdOf(batch, at));
        return batch;
      })
      .catch((error: unknown) => {
        if (error instanceof HoldRefused) refusedBy = error.by;
        throw error;
      });
  const paid = () =>
    wallet.deduct({ kind: 'user', ownerId: order.user_id, delta: -order.hold }, write);
  const result =
    order.token_limited === 1
      ? await wallet.deduct({ kind: 'token', ownerId: order.token_id, delta: -order.hold }, paid)
      : await paid();
  if (result !== 'insufficient-quota') return result;
  throw new AppError(
    refusedBy === 'user' ? 'relay_insufficient_quota' : 'relay_insufficient_key_quota',
    { needed: formatDisplayQuota(options, order.hold) },
  );
}

/**
 * Records the provider's id of the input, before the batch itself is submitted. Throws if the batch was given
 * up in the meantime.
 */
export async function noteInput(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  { id }: Batch,
  upstreamInputId: string,
): Promise<void> {
  const note = { upstream_input_id: upstreamInputId, next_check_at: clock.nowMs() + SUBMIT_MS };
  const isStored = await changeRunningBatch(store.db, id, note);
  if (!isStored) throw new AppError('relay_upstream_timeout', { model: '' });
}

/** Records that the provider accepted a batch, so that it is polled. */
export function recordAcceptedBatch(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  { id }: Batch,
  upstreamId: string,
): Promise<Batch | undefined> {
  return changeRunningBatch(store.db, id, {
    upstream_id: upstreamId,
    status: 'validating',
    next_check_at: clock.nowMs() + FIRST_POLL_MS,
  });
}

/** Deletes a batch that no provider accepted, and releases its hold. */
export async function dropBatch(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  { id }: Batch,
): Promise<void> {
  const dropped = await store.transaction(async (trx) => {
    const row = await dropRow(trx, id);
    if (row) await settleHold(trx, holdOf(row, nowSeconds(clock)), { rows: [], calls: 0 });
    return row;
  });
  if (dropped) countSettledBatch('dropped');
}
