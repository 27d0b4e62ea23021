import { LOG_CONSUME } from '@tollgate/contract';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { filterRows, type LogFilter } from './log-filter.ts';
import { findPlaced, isPlaced } from './log-places/find-placed.ts';
import { forgetPlaces } from './log-places/place-log-rows.ts';
import { callOf } from './log-sums.ts';
import { addLogSums } from './log-sums-repository.ts';
import type { Store, StoreTransaction } from './open-store.ts';
import type { PageRequest } from './paging.ts';
import type { Database, LogsTable } from './schema.ts';

type Db = Kysely<Database>;
export type LogRow = Selectable<LogsTable>;

/** Rows that are counted at most; beyond, a total is a lower bound. */
const COUNT_MAX = 10_000;

export interface LogPage {
  items: LogRow[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
}

/** One page of rows, newest first. */
export async function listLogs(
  { kind, reader }: Store,
  filter: LogFilter,
  { page, pageSize }: PageRequest,
): Promise<LogPage> {
  const start = (page - 1) * pageSize;
  const placed =
    kind === 'sqlite' && isPlaced(filter)
      ? await findPlaced(reader, filter, COUNT_MAX + 1)
      : undefined;
  const count = placed ? placed.length : await countRows(reader, filter);
  const inside = start + pageSize <= COUNT_MAX || count <= COUNT_MAX;
  return {
    items:
      placed && inside
        ? await readLogRows(reader, placed.slice(start, start + pageSize))
        : await newestFirst(reader, filter).limit(pageSize).offset(start).execute(),
    page,
    pageSize,
    total: Math.min(count, COUNT_MAX),
    totalIsExact: count <= COUNT_MAX,
  };
}

function newestFirst(db: Db, filter: LogFilter) {
  return filterRows(db, filter).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
}

async function countRows(db: Db, filter: LogFilter): Promise<number> {
  const some = filterRows(db, filter)
    .select('id')
    .limit(COUNT_MAX + 1)
    .as('some');
  const row = await db
    .selectFrom(some)
    .select(sql<number | string>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The matching rows that come after one in a list (newest first), up to an id; from the newest on without one. */
export async function listLogsAfter(
  db: Db,
  filter: LogFilter,
  { after, lastId, limit }: { after: LogRow | undefined; lastId: number; limit: number },
): Promise<LogRow[]> {
  let query = filterRows(db, filter).where('id', '<=', lastId);
  if (after) {
    const { created_at, id } = after;
    // The plain bound lets the index find the place; the second part says which of that second are left.
    query = query
      .where('created_at', '<=', created_at)
      .where(({ eb, or }) => or([eb('created_at', '<', created_at), eb('id', '<', id)]));
  }
  return query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The matching rows that were stored after an id, oldest first. */
export function listLogsSince(
  db: Db,
  filter: LogFilter,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<LogRow[]> {
  return filterRows(db, filter)
    .where('id', '>', afterId)
    .selectAll()
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The ids of matching rows after one id, up to another. */
export async function listLogIdsBetween(
  db: Db,
  filter: LogFilter,
  { afterId, lastId }: { afterId: number; lastId: number },
): Promise<number[]> {
  const rows = await filterRows(db, filter)
    .where('id', '>', afterId)
    .where('id', '<=', lastId)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Rows by their ids, newest first. */
export async function readLogRows(db: Db, ids: readonly number[]): Promise<LogRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('logs')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Calls and tokens of the minute before `now` that match, whatever time window the filter has. */
export async function measureLogRate(
  db: Db,
  filter: LogFilter,
  now: number,
): Promise<{ rpm: number; tpm: number }> {
  const row = await filterRows(db, { ...filter, type: LOG_CONSUME, start: now - 59, end: 0 })
    .select([
      sql<number>`count(*)`.as('rpm'),
      sql<number | null>`cast(sum(prompt_tokens + completion_tokens) as bigint)`.as('tpm'),
    ])
    .executeTakeFirstOrThrow();
  return { rpm: Number(row.rpm), tpm: Number(row.tpm ?? 0) };
}

export async function insertLog(db: Db, row: Omit<Insertable<LogsTable>, 'id'>): Promise<void> {
  await db.insertInto('logs').values(row).execute();
}

/** The id of the newest row; 0 while there is none. */
export async function findLastLogId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('logs')
    .select(sql<number | null>`max(id)`.as('id'))
    .executeTakeFirstOrThrow();
  return Number(row.id ?? 0);
}

const DELETE_BATCH = 500;

/**
 * Deletes rows before a time up to an id and takes them out of the sums, in batches so that nothing
 * else waits long; answers how many.
 */
export async function deleteLogsBefore(
  store: Store,
  limits: { before: number; lastId: number },
): Promise<number> {
  await forgetPlaces(store, limits.before);
  let deleted = 0;
  for (;;) {
    const count = await store.transaction((trx) => deleteBatch(trx, limits));
    deleted += count;
    if (count < DELETE_BATCH) break;
    await letOthersRun();
  }
  // Once more for what was written down meanwhile.
  await forgetPlaces(store, limits.before);
  return deleted;
}

async function deleteBatch(
  trx: StoreTransaction,
  { before, lastId }: { before: number; lastId: number },
): Promise<number> {
  const batch = trx
    .selectFrom('logs')
    .select('id')
    .where('created_at', '<', before)
    .where('id', '<=', lastId)
    .orderBy('created_at')
    .limit(DELETE_BATCH);
  const rows = await trx
    .deleteFrom('logs')
    .where('id', 'in', batch)
    .returning([
      'type',
      'created_at',
      'user_id',
      'token_name',
      'model_name',
      'channel_id',
      'group',
      'quota',
    ])
    .execute();
  const gone = rows.filter(({ type }) => type === LOG_CONSUME).map((row) => callOf(row, -1));
  await addLogSums(trx, gone);
  return rows.length;
}
