import { AppError } from '../../platform/app-error.ts';
import {
  deleteTask as dropRow,
  insertTask,
  type NewTask,
  markTaskCharged as noteRow,
  takeTask,
} from '../../store/tasks-repository.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import type { Domain } from '../domain.ts';
import { hideInResult } from './hide-in-result.ts';
import { newTaskId } from './new-task-id.ts';
import type { Task } from './task.ts';

/** Longer than any submission takes, retries included: an older one was interrupted. */
export const SUBMIT_MS = 6 * 60_000;
/** Time until the first poll of a new task. */
const FIRST_POLL_MS = 3_000;
const WRITE_ATTEMPTS = 3;

export type NewTaskInput = Omit<
  NewTask,
  'task_id' | 'created_at' | 'submit_time' | 'next_check_at' | 'data'
> & { data: Record<string, unknown> };

/** Records a task before any upstream is contacted. Throws AppError relay_ledger_unavailable. */
export async function createTask(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  { data, ...order }: NewTaskInput,
): Promise<Task> {
  const now = clock.nowMs();
  const row: NewTask = {
    ...order,
    task_id: newTaskId(order.platform, now),
    created_at: Math.floor(now / 1000),
    submit_time: now,
    data: JSON.stringify(data),
    next_check_at: now + SUBMIT_MS,
  };
  return insertTask(store.db, row).catch((error: unknown) => {
    const internal = 'a task could not be written down';
    const details = { cause: error, internal, retryAfterSeconds: 2 };
    throw new AppError('relay_ledger_unavailable', {}, details);
  });
}

export interface AcceptedTask {
  channel: RuntimeChannel;
  upstreamId: string;
  code: number;
  properties: Record<string, unknown>;
  /** The URLs of results completed at once. */
  resultFiles: readonly string[] | undefined;
}

/**
 * Records that an upstream accepted a task, so that it is polled; returns false if the task was given up in
 * the meantime.
 */
export async function recordAcceptedTask(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  { id, data }: Task,
  { channel, upstreamId, code, properties, resultFiles }: AcceptedTask,
): Promise<boolean> {
  const now = clock.nowMs();
  const [imageUrl] = resultFiles ?? [];
  const result = hideInResult(imageUrl ? { properties, imageUrl } : { properties }, channel);
  const acceptance = {
    upstream_id: upstreamId,
    channel_id: channel.id,
    channel_key: channel.keyFingerprint,
    code,
    data: JSON.stringify({ ...(JSON.parse(data) as object), ...result }),
    ...(resultFiles
      ? { status: 'SUCCESS', progress: '100%', finish_time: now, next_check_at: null }
      : { status: 'SUBMITTED', next_check_at: now + FIRST_POLL_MS }),
  };
  for (let tries = 1; ; tries += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      return await takeTask(store.db, id, acceptance);
    } catch (error) {
      if (tries === WRITE_ATTEMPTS) throw error;
    }
  }
}

/** Records that the charge of a task is durable. If that fails, the log still has the charge. */
export async function markTaskCharged(
  { store, log }: Pick<Domain, 'store' | 'log'>,
  { id, task_id: task }: Task,
): Promise<void> {
  await noteRow(store.db, id).catch((error: unknown) => {
    log.warn({ err: error, task }, 'recording the charge of a task failed');
  });
}

/** Deletes a task that no upstream accepted. If that fails, it ends on its own later. */
export async function discardTask({ store }: Pick<Domain, 'store'>, { id }: Task): Promise<void> {
  await dropRow(store.db, id).catch(() => {});
}
