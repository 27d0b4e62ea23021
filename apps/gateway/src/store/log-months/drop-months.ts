import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { LogRow } from '../log-store/log-store.ts';
import type { Store, StoreTransaction } from '../store.ts';
import { listMonths, type Month } from './month-tables.ts';

/** Ending calls wait for these locks, which wait for calls in turn: give up soon, retry later. */
const LOCK_MS = 300;
const TRIES = 10;
const RETRY_MS = 500;
const LOCKED = new Set(['55P03', '40P01']);
const DAY = 86_400;
/** Rows passed to `keepMonth` at once. */
const KEEP_BATCH = 1000;

export interface DropMonthsOptions {
  /** Seconds; months that end before are dropped. */
  before: number;
  /** A month with a row of a higher id is kept. */
  lastId: number;
  /** Receives the rows of a month, oldest first; while it fails the month is kept. */
  keepMonth?:
    | ((month: string, rows: AsyncIterable<readonly LogRow[]>) => Promise<void>)
    | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * PostgreSQL only: drops the partitions of the log and of its sums that are entirely before a time; returns
 * how many log rows were dropped. This includes rows from before the first month, unless months are to be
 * kept (`keepMonth`): then that partition is dropped once it is empty.
 */
export async function dropLogMonths(store: Store, options: DropMonthsOptions): Promise<number> {
  let count = 0;
  for (const month of await listMonths(store.reader, 'logs')) {
    if (month.end > options.before || options.signal?.aborted === true) break;
    count += (await dropMonth(store, month, options)) ?? 0;
  }
  return count;
}

/** Returns how many rows the month had; undefined if it is kept. */
async function dropMonth(
  store: Store,
  month: Month,
  { lastId, keepMonth, signal }: DropMonthsOptions,
): Promise<number | undefined> {
  const { newest, count } = await measureMonth(store, month);
  if (newest > lastId) return undefined;
  if (keepMonth && count > 0) {
    if (month.start === undefined) return undefined;
    const label = new Date(month.start * 1000).toISOString().slice(0, 7);
    try {
      await keepMonth(label, readMonth(store, month, { newest, signal }));
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      return undefined;
    }
  }
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      return (await store.transaction((trx) => dropUnlessGrown(trx, month, newest)))
        ? count
        : undefined;
    } catch (error) {
      if (!LOCKED.has((error as { code?: string }).code ?? '')) throw error;
    }
    await wait(RETRY_MS);
  }
  return undefined;
}

/** Finds the highest id of a month and counts its rows, day by day so that no statement is long. */
async function measureMonth(
  { reader }: Store,
  { name }: Month,
): Promise<{ newest: number; count: number }> {
  const { rows } = await sql<Record<'newest' | 'first' | 'last', number | null>>`
    SELECT max(id) AS newest, min(created_at) AS first, max(created_at) AS last
    FROM ${sql.table(name)}`.execute(reader);
  const { newest, first, last } = rows[0] ?? { newest: null, first: null, last: null };
  let count = 0;
  if (first !== null && last !== null)
    for (let day = first; day <= last; day += DAY) {
      const { rows: counted } = await sql<{ count: number }>`
        SELECT count(*) AS count FROM ${sql.table(name)}
        WHERE created_at >= ${day} AND created_at < ${day + DAY}`.execute(reader);
      count += counted[0]?.count ?? 0;
    }
  return { newest: newest ?? 0, count };
}

async function* readMonth(
  { reader }: Store,
  { name }: Month,
  { newest, signal }: { newest: number; signal: AbortSignal | undefined },
): AsyncGenerator<readonly LogRow[]> {
  let after = { created_at: 0, id: 0 };
  for (let size = KEEP_BATCH; size === KEEP_BATCH;) {
    // The reader must not mistake a part for the whole.
    signal?.throwIfAborted();
    const { rows } = await sql<LogRow>`
      SELECT * FROM ${sql.table(name)}
      WHERE (created_at, id) > (${after.created_at}, ${after.id}) AND id <= ${newest}
      ORDER BY created_at, id LIMIT ${KEEP_BATCH}`.execute(reader);
    size = rows.length;
    after = rows.at(-1) ?? after;
    if (size > 0) yield rows;
  }
}

/** Drops a month of the log and of its sums, unless rows were added since it was measured. */
async function dropUnlessGrown(
  trx: StoreTransaction,
  month: Month,
  newest: number,
): Promise<boolean> {
  await sql.raw(`SET LOCAL lock_timeout = ${LOCK_MS}`).execute(trx);
  const sums = (await listMonths(trx, 'log_sums')).find(
    ({ start, end }) => start === month.start && end === month.end,
  );
  if (!sums) return false;
  // From here on nobody can add to the month.
  await sql`LOCK TABLE ${sql.table(month.name)}, ${sql.table(sums.name)} IN ACCESS EXCLUSIVE MODE`.execute(
    trx,
  );
  const { rows } = await sql`
    SELECT 1 FROM ${sql.table(month.name)} WHERE id > ${newest} LIMIT 1`.execute(trx);
  if (rows.length > 0) return false;
  await sql`DROP TABLE ${sql.table(month.name)}, ${sql.table(sums.name)}`.execute(trx);
  return true;
}
