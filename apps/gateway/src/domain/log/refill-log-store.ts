import { nowSeconds } from '../../platform/clock.ts';
import { startOfMonth } from '../../store/log-months/month-tables.ts';
import type { ClickhouseTable } from '../../store/log-store/clickhouse-table.ts';
import {
  findLogStore,
  type LogStoreProgress,
  noteLogStore,
  rewindLogStore,
} from '../../store/log-store/log-stores-repository.ts';
import { findShippedLog } from '../../store/log-store/settled-logs-repository.ts';
import type { Domain } from '../domain.ts';
import { findLostLogs } from './find-lost-logs.ts';

/**
 * Age in seconds of the rows that are checked: a newer one may be on its way to another replica; an older one
 * may have been deleted.
 */
const SETTLED_AFTER = 600;
const LOOKED_AT_UNTIL = 86_400;
const DAY_SECONDS = 86_400;
/** How often a month is compared, in seconds. */
const COMPARE_EVERY = 3600;
/**
 * Pause between two refills in seconds: doubles after each up to the longest, and is reset when twice the
 * longest has passed.
 */
const SHORTEST_PAUSE = 3600;
const LONGEST_PAUSE = 7 * 86_400;

interface RefillContext extends Pick<Domain, 'store' | 'clock' | 'log' | 'options'> {
  table: ClickhouseTable;
}

/**
 * Checks whether the log store still has the rows that it received: the newest row each time, and every hour
 * the number of rows in one month. If some are missing, everything in the database is shipped again; existing
 * rows are unchanged, and until all are there, the database is read. A store that keeps losing rows, for
 * example because of its own TTL, is refilled less and less often (ADR 121).
 */
export async function refillLogStore(context: RefillContext): Promise<void> {
  const { store, table, clock } = context;
  const id = await table.readId();
  const progress = id === undefined ? undefined : await findLogStore(store.db, id);
  if (!progress) return;
  const now = nowSeconds(clock);
  const newest = await findShippedLog(store.reader, {
    upTo: progress.shipped_id,
    from: now - LOOKED_AT_UNTIL,
    to: now - SETTLED_AFTER,
  });
  if (newest && !(await table.has(newest))) {
    const month = startOfMonth(newest.created_at, 1);
    await settle(context, progress, { month, missing: Math.max(1, progress.missing_rows) });
  } else if (Math.abs(now - progress.compared_at) >= COMPARE_EVERY) {
    const comparison = await findLostLogs(context, {
      from: Math.max(progress.pruned_before, logStoreFloor(context)),
      to: now - SETTLED_AFTER,
      upTo: progress.shipped_id,
      after: progress.compared_month,
      // Also compared again after a refill.
      compareAgain: progress.compared_at === 0 || progress.missing_rows > 0,
    });
    await settle(context, progress, comparison);
  }
}

/**
 * Returns the time (Unix seconds) from which the log store keeps rows: whole months within
 * `LogRetentionDays`.
 */
export function logStoreFloor({ clock, options }: Pick<Domain, 'clock' | 'options'>): number {
  const days = options.number('LogRetentionDays');
  return days > 0 ? startOfMonth(nowSeconds(clock) - days * DAY_SECONDS) : 0;
}

/** Refills the log store if rows are missing, unless the last refill was too recent. */
async function settle(
  { store, clock, log }: RefillContext,
  progress: LogStoreProgress,
  { month, missing }: { month: number; missing: number },
): Promise<void> {
  const now = nowSeconds(clock);
  const age = Math.abs(now - progress.refilled_at);
  if (missing === 0 || (progress.refills > 0 && age < pauseAfter(progress.refills))) {
    const compared = { compared_at: now, compared_month: month, missing_rows: missing };
    return noteLogStore(store.db, progress.id, compared);
  }
  const refills = age > 2 * LONGEST_PAUSE ? 1 : progress.refills + 1;
  if (!(await rewindLogStore(store.db, progress, { at: now, refills, month }))) return;
  log.warn(
    { missingRows: missing, nextRefillAfterSeconds: pauseAfter(refills) },
    'the log store (LOG_DATABASE_URL) lost rows: refilling it from the database',
  );
}

const pauseAfter = (refills: number) =>
  Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** Math.min(refills - 1, 10));
