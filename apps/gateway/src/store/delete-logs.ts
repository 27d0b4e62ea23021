import { setImmediate as letOthersRun } from 'node:timers/promises';
import { dropIndexBefore } from './log-index/index-log-rows.ts';
import { callOf, isCall } from './log-totals.ts';
import { changeLogTotals } from './log-totals-repository.ts';
import { dropLogMonths, type DropMonthsOptions } from './log-months/drop-months.ts';
import { listMonths } from './log-months/month-tables.ts';
import type { LogRow } from './log-store/log-store.ts';
import type { Store, StoreTransaction } from './open-store.ts';

/** Rows per transaction: calls that end meanwhile wait to be stored. */
const DELETE_BATCH = 500;

export interface DeleteLogsOptions {
  /** Seconds; older rows are deleted. */
  before: number;
  /** Rows with a higher id are kept. */
  lastId: number;
  /**
   * Receives rows before they are deleted; while it fails they are kept. May receive rows again after a
   * crash.
   */
  keep?: ((rows: readonly LogRow[]) => Promise<void>) | undefined;
  /** The same for a whole month that is dropped at once; required if `keep` is given. */
  keepMonth?: DropMonthsOptions['keepMonth'];
  /** On PostgreSQL, keeps a month's rows until all of it is old enough to be dropped at once. */
  wholeMonths?: boolean;
  /** Waits between two batches. */
  rest?: () => Promise<unknown>;
  signal?: AbortSignal | undefined;
  /** Receives the number of rows deleted so far, after each batch. */
  report?: ((deleted: number) => void) | undefined;
}

/**
 * Deletes rows before a time up to an id and subtracts them from the sums; returns how many. On PostgreSQL
 * whole months are dropped; other rows are deleted in batches so that nothing else waits long.
 */
export async function deleteLogsBefore(store: Store, options: DeleteLogsOptions): Promise<number> {
  if (store.kind === 'sqlite') return deleteInBatches(store, options);
  const dropped = await dropLogMonths(store, options);
  options.report?.(dropped);
  if (options.wholeMonths !== true) return deleteInBatches(store, options, dropped);
  // Rows outside any month need not wait for one.
  const young = (await listMonths(store.reader, 'logs')).find(({ end }) => end > options.before);
  const before = Math.min(options.before, young?.start ?? options.before);
  return deleteInBatches(store, { ...options, before }, dropped);
}

/** Returns how many rows are deleted, with those that were before. */
async function deleteInBatches(
  store: Store,
  options: DeleteLogsOptions,
  deletedBefore = 0,
): Promise<number> {
  const { before, keep, rest: pause = letOthersRun, signal, report } = options;
  let deleted = 0;
  let isDone = false;
  while (!isDone && signal?.aborted !== true) {
    const rows = await findOldest(store, options);
    // Only shrink the index if there is something to delete.
    if (deleted === 0 && rows.length > 0) await dropIndexBefore(store, before);
    if (rows.length > 0) {
      await keep?.(rows);
      deleted += await store.transaction((trx) => deleteRows(trx, rows));
      report?.(deletedBefore + deleted);
    }
    isDone = rows.length < DELETE_BATCH;
    if (!isDone) await pause();
  }
  // Again, for what was indexed meanwhile.
  if (deleted > 0) await dropIndexBefore(store, before);
  return deletedBefore + deleted;
}

/** Uses a separate reader so that calls are not delayed. */
function findOldest(
  { reader }: Store,
  { before, lastId }: DeleteLogsOptions,
): Promise<readonly LogRow[]> {
  return reader
    .selectFrom('logs')
    .selectAll()
    .where('created_at', '<', before)
    .where('id', '<=', lastId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(DELETE_BATCH)
    .execute();
}

/** Deletes those of the rows that still exist; returns how many did. */
async function deleteRows(trx: StoreTransaction, rows: readonly LogRow[]): Promise<number> {
  const deleted = await trx
    .deleteFrom('logs')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .returning('id')
    .execute();
  const ids = new Set(deleted.map(({ id }) => id));
  const calls = rows.filter((row) => isCall(row) && ids.has(row.id));
  await changeLogTotals(
    trx,
    calls.map((row) => callOf(row, -1)),
  );
  return deleted.length;
}
