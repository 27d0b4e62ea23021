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

/** Seconds: a row of now may be on its way to another replica; one of long ago may have been deleted. */
const SETTLED_AFTER = 600;
const LOOKED_AT_UNTIL = 86_400;
/** A month is compared so often (seconds). */
const COMPARE_EVERY = 3600;
/** Seconds between two refills: twice as many after each, up to the longest; after two of these it begins anew. */
const SHORTEST_PAUSE = 3600;
const LONGEST_PAUSE = 7 * 86_400;

interface RefillContext extends Pick<Domain, 'store' | 'clock' | 'log' | 'options'> {
  table: ClickhouseTable;
}

/**
 * Looks whether the log store still has what it took: each time the newest row, and every hour the rows of a month
 * by their number. Where some are missing, all that the database has is shipped again; rows that are there stay as
 * they are, and until all are, the database is read. A store that goes on losing rows, as by a TTL of its own, is
 * filled again more and more seldom (ADR 121).
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
    const found = await findLostLogs(context, {
      from: Math.max(progress.pruned_before, logStoreFloor(context)),
      to: now - SETTLED_AFTER,
      upTo: progress.shipped_id,
      after: progress.compared_month,
      // After a refill, too.
      again: progress.compared_at === 0 || progress.missing_rows > 0,
    });
    await settle(context, progress, found);
  }
}

/** The log store keeps rows from this time on (seconds): whole months within `LogRetentionDays`. */
export function logStoreFloor({ clock, options }: Pick<Domain, 'clock' | 'options'>): number {
  const days = options.number('LogRetentionDays');
  return days > 0 ? startOfMonth(nowSeconds(clock) - days * LOOKED_AT_UNTIL) : 0;
}

/** Fills the log store again where rows are missing, unless it was filled again too short a time ago. */
async function settle(
  { store, clock, log }: RefillContext,
  progress: LogStoreProgress,
  { month, missing }: { month: number; missing: number },
): Promise<void> {
  const now = nowSeconds(clock);
  const age = Math.abs(now - progress.refilled_at);
  if (missing === 0 || (progress.refills > 0 && age < pauseAfter(progress.refills))) {
    const found = { compared_at: now, compared_month: month, missing_rows: missing };
    return noteLogStore(store.db, progress.id, found);
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
