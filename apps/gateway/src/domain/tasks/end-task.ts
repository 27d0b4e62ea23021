import { nowSeconds } from '../../platform/clock.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import {
  closeCharge,
  finishTask,
  hasCharge,
  postponeTasks,
  type TaskRow,
} from '../../store/tasks-repository.ts';
import type { Domain } from '../domain.ts';
import { recordGrant } from '../log/grant-log.ts';
import { refundUsage } from '../wallet/refund-usage.ts';
import { countEnded, countRefund } from './task-metrics.ts';

type EndingDomain = Pick<Domain, 'store' | 'clock' | 'options' | 'wallet'>;

/** How a task ends. A failed task's charge is refunded. */
export interface TaskEnd {
  status: 'SUCCESS' | 'FAILURE';
  failReason: string;
  /** The upstream's last report, if any. */
  reported?: Partial<Pick<TaskRow, 'progress' | 'start_time' | 'data'>>;
  /** `none` if certainly nothing was charged. */
  charge?: 'none';
}

/**
 * How long the log is searched for a charge: after that it was never made, or its journal is permanently
 * lost.
 */
const EVIDENCE_MS = 90 * 24 * 3_600_000;
/** The pause before the next lookup is a fraction of the time already passed, so lookups become rarer. */
const RECHECK_MIN_MS = 5 * 60_000;
const RECHECK_SHARE = 1 / 24;
const RECHECK_MAX_MS = 24 * 3_600_000;

/**
 * Ends a task exactly once, however many attempts there are. Returns its new state, or undefined if it had
 * already ended. A failed task that was charged is refunded in the same transaction; if it is unknown whether
 * it was, `settleRefund` determines that later.
 */
export async function endTask(
  { store, clock, options }: EndingDomain,
  { id }: Pick<TaskRow, 'id'>,
  { status, failReason, reported, charge }: TaskEnd,
): Promise<TaskRow | undefined> {
  const now = clock.nowMs();
  const mayBeCharged = status === 'FAILURE' && charge === undefined;
  const ended = await store.transaction(async (trx) => {
    const row = await finishTask(trx, id, {
      ...reported,
      ...(charge ? { charge } : {}),
      status,
      fail_reason: failReason,
      finish_time: now,
      next_check_at: mayBeCharged ? now : null,
    });
    if (!row || !mayBeCharged || row.charge !== 'charged') return row;
    return (await refund(trx, row, { options, clock })) ?? row;
  });
  if (!ended) return undefined;
  countEnded(ended.platform, status === 'SUCCESS' ? 'success' : 'failure');
  if (ended.charge === 'refunded') countRefund(ended.platform);
  return ended;
}

/**
 * Refunds a failed task whose charge state is unknown because a process died between the charge and its
 * record: once that process's journal is applied, the log has the answer.
 */
export async function settleRefund(
  { store, clock, clockJumps, options, wallet }: EndingDomain & Pick<Domain, 'clockJumps'>,
  task: TaskRow,
): Promise<void> {
  await wallet.flush();
  const refunded = await store.transaction(async (trx) => {
    if (task.charge === 'charged' || (await hasCharge(trx, task)))
      return refund(trx, task, { options, clock });
    const now = clock.nowMs();
    const waitedMs = clockJumps.ageOf(task.finish_time);
    const recheckMs = Math.min(RECHECK_MAX_MS, Math.max(RECHECK_MIN_MS, waitedMs * RECHECK_SHARE));
    if (waitedMs > EVIDENCE_MS) await closeCharge(trx, task.id, 'none');
    else await postponeTasks(trx, [task.id], Math.round(now + recheckMs));
    return undefined;
  });
  if (refunded) countRefund(refunded.platform);
}

/** Refunds a failed task's charge; returns undefined if it was already refunded. */
async function refund(
  trx: StoreTransaction,
  { id }: TaskRow,
  { options, clock }: Pick<Domain, 'options' | 'clock'>,
): Promise<TaskRow | undefined> {
  const task = await closeCharge(trx, id, 'refunded');
  if (!task || task.quota === 0) return task;
  const at = nowSeconds(clock);
  const {
    user_id: userId,
    username,
    quota: amount,
    group,
    token_id,
    token_name,
    model_name,
  } = task;
  await refundUsage(trx, {
    userId,
    username,
    apiKeyId: token_id,
    apiKeyLimited: task.token_limited === 1,
    channelId: task.channel_id,
    modelName: model_name,
    group,
    amount,
    reason: 'a task failed',
    reference: task.task_id,
    idempotencyKey: `task:${task.task_id}`,
    at,
  });
  const grant = {
    event: 'task_refunded' as const,
    amount,
    params: { task: task.task_id, action: task.action },
    call: { token_id, token_name, model_name, group, request_id: task.request_id },
  };
  await recordGrant(trx, { id: userId, username }, grant, { options, at });
  return task;
}
