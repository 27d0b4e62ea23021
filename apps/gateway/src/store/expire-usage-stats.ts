import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { QUARTER, STATS_DAY } from './usage-stats.ts';
import type { UsageScope } from './usage-stats-table.ts';

/** `all` comes first: once one of its quarters is deleted, reports no longer use them. */
const SCOPES: Readonly<Record<UsageScope, true>> = {
  all: true,
  model: true,
  channel: true,
  user: true,
  key: true,
  group: true,
  user_model: true,
  served: true,
};
/** Bounds how many quarters of a key one statement deletes. */
const DAYS_AT_ONCE = 2;

export interface StatsExpiry {
  /** Seconds. */
  before: number;
  /** Waits between two small steps, so that calls have the process and the disk most of the time. */
  rest: () => Promise<unknown>;
  signal: AbortSignal;
}

/**
 * Deletes the quarter-hour statistics that began before a time; days are kept. Each key's rows are found
 * through the primary key alone, so the cost of a step does not depend on the table's size. Returns how many
 * rows it deleted.
 */
export async function expireUsageStats(
  db: Db,
  { before, rest, signal }: StatsExpiry,
): Promise<number> {
  let count = 0;
  for (const scope of Object.keys(SCOPES) as UsageScope[])
    for (let key = await nextKey(db, scope); key !== undefined; key = await nextKey(db, scope, key))
      for (;;) {
        if (signal.aborted) return count;
        const first = await firstStart(db, { scope, key, span: QUARTER });
        await rest();
        if (first === undefined || first >= before) break;
        const until = Math.min(before, first + DAYS_AT_ONCE * STATS_DAY);
        const { numDeletedRows } = await db
          .deleteFrom('usage_stats')
          .where('scope', '=', scope)
          .where('span', '=', QUARTER)
          .where('key', '=', key)
          .where('start', '<', until)
          .executeTakeFirstOrThrow();
        count += Number(numDeletedRows);
      }
  return count;
}

/**
 * Returns the first day (seconds, UTC) with all its quarters; 0 if none were ever deleted. A whole day,
 * because quarters are also subtracted from the sums of their day.
 */
export async function findFirstQuarter(db: Db): Promise<number> {
  const overall = { scope: 'all', key: '' } as const;
  const [quarter, day] = await Promise.all([
    firstStart(db, { ...overall, span: QUARTER }),
    firstStart(db, { ...overall, span: STATS_DAY }),
  ]);
  if (quarter === undefined || day === undefined) return 0;
  if (day >= quarter - (quarter % STATS_DAY)) return 0;
  return Math.ceil(quarter / STATS_DAY) * STATS_DAY;
}

async function firstStart(
  db: Db,
  { scope, key, span }: { scope: UsageScope; key: string; span: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('usage_stats')
    .select('start')
    .where('scope', '=', scope)
    .where('span', '=', span)
    .where('key', '=', key)
    .orderBy('start')
    .limit(1)
    .executeTakeFirst();
  return row && Number(row.start);
}

async function nextKey(db: Db, scope: UsageScope, after?: string): Promise<string | undefined> {
  let query = db
    .selectFrom('usage_stats')
    .select('key')
    .where('scope', '=', scope)
    .where('span', '=', sql.lit(QUARTER))
    .orderBy('key')
    .limit(1);
  if (after !== undefined) query = query.where('key', '>', after);
  return (await query.executeTakeFirst())?.key;
}
