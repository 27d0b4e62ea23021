import { LOG_CONSUME } from '@tollgate/contract';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { PageRequest } from './paging.ts';
import { matchesPattern } from './search.ts';
import type { Database, LogsTable } from './schema.ts';

type Db = Kysely<Database>;
export type LogRow = Selectable<LogsTable>;

/** 0 and '' mean no filter. Times in seconds, both ends included. */
export interface LogFilter {
  userId?: number;
  type?: number;
  username?: string;
  tokenName?: string;
  modelName?: string;
  /** Takes % in modelName as a wildcard. */
  allowWildcard?: boolean;
  group?: string;
  channelId?: number;
  requestId?: string;
  start?: number;
  end?: number;
}

/** Rows that are counted at most; beyond, a total is a lower bound. */
const COUNT_MAX = 10_000;

function filtered(db: Db, filter: LogFilter) {
  let query = db.selectFrom('logs').where('type', '>=', 0);
  if (filter.userId) query = query.where('user_id', '=', filter.userId);
  if (filter.type) query = query.where('type', '=', filter.type);
  if (filter.username) query = query.where('username', '=', filter.username);
  if (filter.tokenName) query = query.where('token_name', '=', filter.tokenName);
  if (filter.modelName) {
    query =
      filter.allowWildcard && filter.modelName.includes('%')
        ? query.where(matchesPattern<'logs'>('model_name', filter.modelName))
        : query.where('model_name', '=', filter.modelName);
  }
  if (filter.group) query = query.where('group', '=', filter.group);
  if (filter.channelId) query = query.where('channel_id', '=', filter.channelId);
  if (filter.requestId) query = query.where('request_id', '=', filter.requestId);
  if (filter.start) query = query.where('created_at', '>=', filter.start);
  if (filter.end) query = query.where('created_at', '<=', filter.end);
  return query;
}

export interface LogPage {
  items: LogRow[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
}

/**
 * One page of rows, newest first. The ids of all that match, up to what is counted, are found in
 * one pass: a rare kind of row takes a look at the whole window, and twice would be twice as long.
 */
export async function listLogs(
  db: Db,
  filter: LogFilter,
  { page, pageSize }: PageRequest,
): Promise<LogPage> {
  const query = filtered(db, filter);
  const newestFirst = query.orderBy('created_at', 'desc').orderBy('id', 'desc');
  const ids = await newestFirst
    .select('id')
    .limit(COUNT_MAX + 1)
    .execute();
  const count = ids.length;
  const start = (page - 1) * pageSize;
  const wanted = ids.slice(start, start + pageSize).map(({ id }) => id);
  const inside = start + pageSize <= COUNT_MAX || count <= COUNT_MAX;
  return {
    items: inside
      ? await readLogRows(db, wanted)
      : await newestFirst.selectAll().limit(pageSize).offset(start).execute(),
    page,
    pageSize,
    total: Math.min(count, COUNT_MAX),
    totalIsExact: count <= COUNT_MAX,
  };
}

/** The matching rows that come after one in a list (newest first), up to an id; from the newest on without one. */
export async function listLogsAfter(
  db: Db,
  filter: LogFilter,
  { after, lastId, limit }: { after: LogRow | undefined; lastId: number; limit: number },
): Promise<LogRow[]> {
  let query = filtered(db, filter).where('id', '<=', lastId);
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
  return filtered(db, filter)
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
  const rows = await filtered(db, filter)
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

/** Quota spent by calls that match. */
export async function sumLogQuota(db: Db, filter: LogFilter): Promise<number> {
  const row = await filtered(db, { ...filter, type: LOG_CONSUME })
    .select(sql<number | null>`cast(sum(quota) as bigint)`.as('quota'))
    .executeTakeFirstOrThrow();
  return Number(row.quota ?? 0);
}

/** Calls and tokens of the minute before `now` that match, whatever time window the filter has. */
export async function measureLogRate(
  db: Db,
  filter: LogFilter,
  now: number,
): Promise<{ rpm: number; tpm: number }> {
  const row = await filtered(db, { ...filter, type: LOG_CONSUME, start: now - 59, end: 0 })
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

const DELETE_BATCH = 5000;

/** Deletes rows before a time up to an id, in batches so that nothing else waits long; answers how many. */
export async function deleteLogsBefore(
  db: Db,
  { before, lastId }: { before: number; lastId: number },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = db
      .selectFrom('logs')
      .select('id')
      .where('created_at', '<', before)
      .where('id', '<=', lastId)
      .limit(DELETE_BATCH);
    const result = await db.deleteFrom('logs').where('id', 'in', batch).executeTakeFirst();
    deleted += Number(result.numDeletedRows);
    if (Number(result.numDeletedRows) < DELETE_BATCH) return deleted;
    await letOthersRun();
  }
}
