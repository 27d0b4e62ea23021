import { setTimeout as wait } from 'node:timers/promises';
import { nowSeconds } from '../../platform/clock.ts';
import { deleteLogsBefore } from '../../store/delete-logs.ts';
import { shrinkSqlite } from '../../store/shrink-sqlite.ts';
import { startOfMonth } from '../../store/log-months/month-tables.ts';
import { findLogStore, noteLogStore } from '../../store/log-store/log-stores-repository.ts';
import { findLastLogId } from '../../store/logs-repository.ts';
import type { Domain } from '../domain.ts';
import { archiveLogs, archiveMonth } from '../log/log-archive.ts';
import type { Job } from './job.ts';

const DAY = 86_400;
/** Pause between two batches, so that calls have most of the process and disk time. */
const REST_MS = 20;

type ExpireLogsContext = Pick<
  Domain,
  'store' | 'clock' | 'options' | 'log' | 'logs' | 'wallet' | 'config'
>;

/**
 * Deletes log rows older than `LogRetentionDays`, on PostgreSQL by whole months; 0 keeps all. With
 * LOG_ARCHIVE_DIR they are first appended to compressed files. Balances, ledger and quarter-hour statistics
 * remain. SQLite's file is then shrunk, whoever deleted the rows. A log store drops the same months; the
 * database keeps rows that are in it only for `LOG_DATABASE_RECENT_DAYS`.
 */
export function expireLogs(context: ExpireLogsContext): Job {
  const rest = () => wait(REST_MS);
  let hasWarned = false;
  return {
    name: 'expire-logs',
    everyMs: 600_000,
    scope: 'cluster',
    byAge: true,
    async run(signal) {
      const days = context.options.number('LogRetentionDays');
      const before = nowSeconds(context.clock) - days * DAY;
      // Calls that end later are not yet in the balances.
      const lastId = await findLastLogId(context.store.db);
      if (days > 0) await expire(context, { before, lastId, rest, signal });
      const isCompact = await shrinkSqlite(context.store, { rest, signal });
      if (!isCompact && !hasWarned) {
        hasWarned = true;
        context.log.warn(
          'the database file contains free space that it cannot release: stop the gateway and run tollgate compact once',
        );
      }
      if (days > 0) await context.logs.table?.dropMonthsBefore(before);
      await prune(context, { lastId, rest, signal });
    },
  };
}

interface Expiry {
  /** Only rows up to this id are processed. */
  lastId: number;
  rest: () => Promise<unknown>;
  signal: AbortSignal;
}

/** Deletes old months from the database once the log store has them. */
async function prune(context: ExpireLogsContext, expiry: Expiry): Promise<void> {
  const { store, clock, logs, config } = context;
  const days = config.LOG_DATABASE_RECENT_DAYS;
  const id = days === undefined ? undefined : await logs.table?.readId();
  const progress = id === undefined ? undefined : await findLogStore(store.db, id);
  if (days === undefined || !progress) return;
  const before = startOfMonth(nowSeconds(clock) - days * DAY);
  // Recorded first: from here on, readers of the database know that rows may be missing.
  if (before > progress.pruned_before)
    await noteLogStore(store.db, progress.id, { pruned_before: before });
  const lastId = Math.min(expiry.lastId, progress.shipped_id);
  await expire(context, { ...expiry, before, lastId });
}

async function expire(
  { store, log, wallet, config }: ExpireLogsContext,
  { before, lastId, rest, signal }: Expiry & { before: number },
): Promise<void> {
  const folder = config.LOG_ARCHIVE_DIR;
  await wallet.flush();
  const count = await deleteLogsBefore(store, {
    before,
    lastId,
    signal,
    wholeMonths: true,
    ...(folder === undefined
      ? {}
      : {
          keep: (rows) => archiveLogs(folder, rows),
          keepMonth: (month, rows) => archiveMonth(folder, month, rows),
        }),
    rest,
  });
  if (count > 0) log.info({ count, before }, 'deleted old log entries');
}
