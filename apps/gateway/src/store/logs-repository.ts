import { LOG_CONSUME } from '@tollgate/contract';
import { type Expression, type Insertable, sql, type SqlBool } from 'kysely';
import { filterRows, isPattern, type LogFilter, matchRows } from './log-filter.ts';
import { findByIndex, isIndexed } from './log-index/find-by-index.ts';
import { COUNT_MAX, type LogPage, type LogPosition, type LogRow } from './log-store/log-store.ts';
import type { Store, StoreTransaction } from './open-store.ts';
import type { PageRequest } from './paging.ts';
import type { LogsTable, Db } from './schema.ts';
import { containsText, matchesPattern } from './search.ts';

/** Returns one page of rows, newest first. */
export async function listLogs(
  store: Store,
  filter: LogFilter,
  { page, pageSize }: PageRequest,
): Promise<LogPage> {
  const found = await findRows(store, filter);
  const [count, ids] = await Promise.all([
    found.count(),
    found.pick((page - 1) * pageSize, pageSize),
  ]);
  return {
    items: await readLogRows(store.reader, ids),
    page,
    pageSize,
    total: Math.min(count, COUNT_MAX),
    totalIsExact: count <= COUNT_MAX,
  };
}

/** Counts matching rows up to `COUNT_MAX`, and tells whether that is exact. */
export async function countLogs(
  store: Store,
  filter: LogFilter,
): Promise<{ count: number; isExact: boolean }> {
  const found = await findRows(store, filter);
  const count = await found.count();
  return { count: Math.min(count, COUNT_MAX), isExact: count <= COUNT_MAX };
}

interface FoundRows {
  /** Counts at most `COUNT_MAX + 1`. */
  count: () => Promise<number>;
  /** Ids of a slice of the rows, in list order. */
  pick: (start: number, size: number) => Promise<readonly number[]>;
}

async function findRows(store: Store, filter: LogFilter): Promise<FoundRows> {
  if (store.kind === 'sqlite' && isIndexed(filter)) return findIndexedRows(store.reader, filter);
  const rows = await matchFilter(store, filter);
  return {
    count: () => countRows(store.reader, rows),
    pick: (...part) => pickIds(rows, ...part),
  };
}

async function findIndexedRows(reader: Db, filter: LogFilter): Promise<FoundRows> {
  const ids = await findByIndex(reader, filter, { limit: COUNT_MAX + 1 });
  return {
    count: async () => ids.length,
    pick: async (start, size) =>
      start + size <= COUNT_MAX || ids.length <= COUNT_MAX
        ? ids.slice(start, start + size)
        : pickIds(filterRows(reader, filter), start, size),
  };
}

/** Selects the rows in a way that indexes support, avoiding reads of unindexed columns. */
async function matchFilter({ kind, reader }: Store, filter: LogFilter) {
  if (kind === 'postgres') return matchRows(reader, await lookUpNames(reader, filter));
  // Rows to be removed are not applied yet; checking the type would mean reading each row.
  return matchRows(reader, filter).where(
    sql<boolean>`id NOT IN (SELECT id FROM logs WHERE type < 0 AND id > (SELECT coalesce(max(applied_log_id), 0) FROM nodes))`,
  );
}

/**
 * Maximum number of names that a keyword is replaced by: with more, rows are found quickly without an index.
 */
const NAMES_MAX = 1000;

/** Replaces searches in names by the matching names, so that the database can estimate how rare they are. */
async function lookUpNames(db: Db, filter: LogFilter): Promise<LogFilter> {
  const { modelName = '', keyword, ...rest } = filter;
  const models = isPattern(filter)
    ? { modelNames: await listNames(db, 'model_name', (name) => matchesPattern(name, modelName)) }
    : { modelName };
  if (!keyword) return { ...rest, ...models };
  const namesIfFew = async (column: 'token_name' | 'model_name') => {
    const names = await listNames(db, column, (name) => containsText(name, keyword.text));
    return names.length > NAMES_MAX ? undefined : names;
  };
  const [apiKeyNames, modelNames] = await Promise.all([
    namesIfFew('token_name'),
    namesIfFew('model_name'),
  ]);
  return { ...rest, ...models, keyword: { ...keyword, apiKeyNames, modelNames } };
}

/** Lists the matching distinct names of a column: the index has them all, each found by one lookup. */
async function listNames(
  db: Db,
  column: 'token_name' | 'model_name',
  matches: (column: 'token_name' | 'model_name') => Expression<SqlBool>,
): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ name: string }>`
    WITH RECURSIVE names(${name}) AS (
      SELECT min(${name}) FROM logs
      UNION ALL
      SELECT (SELECT min(logs.${name}) FROM logs WHERE logs.${name} > names.${name})
      FROM names WHERE names.${name} IS NOT NULL)
    SELECT ${name} AS name FROM names WHERE ${matches(column)}`.execute(db);
  return rows.map((row) => row.name);
}

type MatchedRows = ReturnType<typeof matchRows>;

async function countRows(db: Db, matched: MatchedRows): Promise<number> {
  const limited = matched
    .select('id')
    .limit(COUNT_MAX + 1)
    .as('some');
  const row = await db
    .selectFrom(limited)
    .select(sql<number | string>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

async function pickIds(matched: MatchedRows, start: number, size: number): Promise<number[]> {
  const rows = await matched
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(start)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lists the matching rows after one in a list (newest first), up to an id; from the newest if no row is
 * given.
 */
export async function listLogsAfter(
  { kind, reader }: Store,
  filter: LogFilter,
  { after, lastId, limit }: LogPosition,
): Promise<LogRow[]> {
  if (kind === 'sqlite' && isIndexed(filter)) {
    const below = after?.id ?? lastId + 1;
    return readLogRows(reader, await findByIndex(reader, filter, { limit, below }), 'by id');
  }
  let query = filterRows(reader, filter).where('id', '<=', lastId);
  if (after) {
    const { created_at, id } = after;
    // The plain bound lets the index find the position; the second condition selects the remaining rows of
    // that second.
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

/** Lists the matching rows that were stored after an id, oldest first. */
export function listLogsSince(
  db: Db,
  filter: LogFilter,
  { afterId, lastId, limit }: { afterId: number; lastId: number; limit: number },
): Promise<LogRow[]> {
  return filterRows(db, filter)
    .where('id', '>', afterId)
    .where('id', '<=', lastId)
    .selectAll()
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns the id of the last of up to `count` rows after an id, which is returned if there are none. */
export async function findStretchEnd(db: Db, afterId: number, count: number): Promise<number> {
  const following = db.selectFrom('logs').select('id').where('id', '>', afterId);
  const row = await following
    .orderBy('id')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? Math.max(afterId, await findLastLogId(db));
}

/** Lists the ids of matching rows after one id, up to another. */
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

/** Reads rows by id, newest first: by time and id, or by id alone. */
export async function readLogRows(
  db: Db,
  ids: readonly number[],
  order: 'by time' | 'by id' = 'by time',
): Promise<LogRow[]> {
  if (ids.length === 0) return [];
  const query = db.selectFrom('logs').selectAll().where('id', 'in', ids);
  const ordered = order === 'by time' ? query.orderBy('created_at', 'desc') : query;
  return ordered.orderBy('id', 'desc').execute();
}

/** Measures matching calls and tokens in the minute before `now`, whatever the filter's time window. */
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

/** Inserts rows of the usage log; PostgreSQL accepts at most 65,535 parameters per statement. */
export async function insertLogRows(
  trx: StoreTransaction,
  rows: readonly Omit<Insertable<LogsTable>, 'id'>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_BATCH)
    await trx
      .insertInto('logs')
      .values(rows.slice(start, start + INSERT_BATCH))
      .execute();
}

const INSERT_BATCH = 1000;

/**
 * Inserts rows on PostgreSQL as one parameter: with one for each value of 1,000 rows, writing the statement took
 * this process as long as everything else that ships them.
 */
export async function insertLogRowsAtOnce(
  trx: StoreTransaction,
  rows: readonly Omit<Insertable<LogsTable>, 'id'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO logs (${sql.raw(LOG_COLUMNS)})
    SELECT ${sql.raw(LOG_COLUMNS)} FROM json_to_recordset(${JSON.stringify(rows)}::json) AS added (
      created_at bigint, type integer, user_id bigint, username text, token_id bigint, token_name text,
      channel_id bigint, model_name text, "group" text, quota bigint, prompt_tokens bigint,
      completion_tokens bigint, use_time integer, is_stream integer, content text, other text, request_id text,
      ip text)`.execute(trx);
}

const LOG_COLUMNS = `created_at, type, user_id, username, token_id, token_name, channel_id, model_name, "group",
  quota, prompt_tokens, completion_tokens, use_time, is_stream, content, other, request_id, ip`;

/** Returns the id of the newest row; 0 if there is none. */
export async function findLastLogId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('logs')
    .select(sql<number | null>`max(id)`.as('id'))
    .executeTakeFirstOrThrow();
  return Number(row.id ?? 0);
}
