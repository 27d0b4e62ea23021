import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../schema.ts';
import type { LogRow } from './log-store.ts';

const LOOK_EVERY_MS = 20;

/**
 * PostgreSQL only: returns an id up to which every row of the log is committed or never will be. Ids are
 * assigned when a row is written but become visible when its transaction ends, possibly in another order, so
 * this takes the last assigned id and waits for the transactions that were writing to the log then. Undefined
 * if they take longer than `patienceMs`.
 */
export async function findSettledLogId(db: Db, patienceMs = 5000): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS id FROM logs_id_seq`.execute(db);
  const id = rows[0]?.id ?? 0;
  // Whoever was assigned an id up to this one holds this lock until its transaction ends.
  let writing = await listWriters(db);
  const until = performance.now() + patienceMs;
  while (writing.size > 0) {
    if (performance.now() > until) return undefined;
    await wait(LOOK_EVERY_MS);
    const now = await listWriters(db);
    writing = new Set([...writing].filter((name) => now.has(name)));
  }
  return id;
}

async function listWriters(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT virtualtransaction AS name FROM pg_locks
    WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND relation = to_regclass('logs')`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Lists rows with ids in (after, to], by id. */
export function listLogsByIds(
  db: Db,
  { after, to, limit }: { after: number; to: number; limit: number },
): Promise<LogRow[]> {
  return db
    .selectFrom('logs')
    .selectAll()
    .where('id', '>', after)
    .where('id', '<=', to)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Finds the newest row of a period (seconds) among those up to an id. */
export function findShippedLog(
  db: Db,
  { upTo, from, to }: { upTo: number; from: number; to: number },
): Promise<{ id: number; created_at: number } | undefined> {
  return db
    .selectFrom('logs')
    .select(['id', 'created_at'])
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .where('id', '<=', upTo)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Rows up to an id in a period (seconds). */
export interface ShippedSpan {
  from: number;
  /** Exclusive. */
  to: number;
  upTo: number;
}

/** Returns the times (seconds) of the first and last row of a span; undefined if it is empty. */
export async function measureShippedLogs(
  db: Db,
  span: ShippedSpan,
): Promise<{ first: number; last: number } | undefined> {
  const { first, last } = await shippedLogs(db, span)
    .select(({ fn }) => [
      fn.min<number | null>('created_at').as('first'),
      fn.max<number | null>('created_at').as('last'),
    ])
    .executeTakeFirstOrThrow();
  return first === null || last === null ? undefined : { first, last };
}

/** Counts the rows of a span. */
export async function countShippedLogs(db: Db, span: ShippedSpan): Promise<number> {
  const { rows } = await shippedLogs(db, span)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}

const shippedLogs = (db: Db, { from, to, upTo }: ShippedSpan) =>
  db
    .selectFrom('logs')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('id', '<=', upTo);

/**
 * Returns the time (seconds) of the longest waiting row after an id, and the newest id; undefined if none
 * waits.
 */
export async function findFirstLogAfter(
  db: Db,
  id: number,
): Promise<{ at: number; lastId: number } | undefined> {
  const first = await db
    .selectFrom('logs')
    .select('created_at')
    .where('id', '>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!first) return undefined;
  const { rows } = await sql<{ id: number }>`SELECT max(id) AS id FROM logs`.execute(db);
  return { at: first.created_at, lastId: rows[0]?.id ?? id };
}
