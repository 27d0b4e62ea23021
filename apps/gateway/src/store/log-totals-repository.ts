import type { Database as SqliteDatabase } from 'better-sqlite3';
import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import { type RawBuilder, sql } from 'kysely';
import { type CallTotals, DAY, HOUR, inKeyOrder, keyOf, spreadCalls } from './log-totals.ts';
import type { LoggedCalls } from './log-store/log-store.ts';
import { filterRows, isPattern, type LogFilter } from './log-filter.ts';
import type { LogSumsTable } from './log-sums-table.ts';
import type { Db } from './schema.ts';
import { matchesPattern } from './search.ts';

const KEY = [
  'scope',
  'key',
  'span',
  'start',
  'token_name',
  'model_name',
  'channel_id',
  'group',
] as const satisfies readonly (keyof LogSumsTable)[];
const ROWS_AT_ONCE = 500;

const ADD_TO_TOTALS = `ON CONFLICT (scope, key, span, start, token_name, model_name, channel_id, "group") DO UPDATE SET
      calls = log_sums.calls + excluded.calls, quota = log_sums.quota + excluded.quota,
      failed = log_sums.failed + excluded.failed`;
const COLUMNS =
  'scope, key, span, start, token_name, model_name, channel_id, "group", calls, quota, failed';

/**
 * SQLite only: adds logged calls to the sums of the log, with a statement that is prepared once. Values are
 * bound by position, as binding by name takes longer than the rest.
 */
export function prepareLogTotals(database: SqliteDatabase): (calls: Iterable<CallTotals>) => void {
  const add = database.prepare<unknown[]>(
    `INSERT INTO log_sums (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ${ADD_TO_TOTALS}`,
  );
  return (calls) => {
    for (const row of spreadCalls(calls)) add.run(...keyOf(row), row.calls, row.quota, row.failed);
  };
}

/**
 * PostgreSQL only: adds logged calls to the sums of the log. All are passed as one value: a statement with a
 * parameter per column takes longer to build than to run. Runs in the caller's transaction that changes the
 * log.
 */
export async function addLogTotals(db: Db, calls: Iterable<CallTotals>): Promise<void> {
  const rows = inKeyOrder(spreadCalls(calls));
  if (rows.length === 0) return;
  await sql`
    INSERT INTO log_sums (${sql.raw(COLUMNS)})
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS added (scope text, key text, span integer,
      start bigint, token_name text, model_name text, channel_id bigint, "group" text, calls bigint, quota bigint, failed bigint)
    ${sql.raw(ADD_TO_TOTALS)}`.execute(db);
}

/**
 * Adds logged calls to the sums of the log, or subtracts them; sums of no calls are deleted. Runs in the
 * caller's transaction that changes the log.
 */
export async function changeLogTotals(db: Db, calls: Iterable<CallTotals>): Promise<void> {
  const rows = inKeyOrder(spreadCalls(calls));
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const changed = await db
      .insertInto('log_sums')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        // tidy-ignore: sums of the log are no balance
        conflict.columns([...KEY]).doUpdateSet({
          calls: sql`log_sums.calls + excluded.calls`,
          quota: sql`log_sums.quota + excluded.quota`,
          failed: sql`log_sums.failed + excluded.failed`,
        }),
      )
      .returning([...KEY, 'calls', 'failed'])
      .execute();
    for (const row of changed) if (row.calls <= 0 && row.failed <= 0) await removeSum(db, row);
  }
}

async function removeSum(db: Db, row: Pick<LogSumsTable, (typeof KEY)[number]>): Promise<void> {
  let query = db.deleteFrom('log_sums');
  for (const column of KEY) query = query.where(column, '=', row[column]);
  await query.execute();
}

/** Returns the sum of all calls of an hour. */
export async function readHourTotal(db: Db, hour: number): Promise<number> {
  const row = await db
    .selectFrom('log_sums')
    .select(sql<number | string>`coalesce(sum(quota), 0)`.as('quota'))
    .where('scope', '=', 'all')
    .where('key', '=', '')
    .where('span', '=', HOUR)
    .where('start', '=', hour)
    .executeTakeFirstOrThrow();
  return Number(row.quota);
}

/** Counts calls by model in the hours since a time. */
export async function countCallsByModel(db: Db, since: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('log_sums')
    .select(['model_name', sql<number | string>`sum(calls)`.as('calls')])
    .where('scope', '=', 'all')
    .where('key', '=', '')
    .where('span', '=', HOUR)
    .where('start', '>=', since)
    .groupBy('model_name')
    .execute();
  return new Map(rows.map(({ model_name: model, calls }) => [model, Number(calls)]));
}

/**
 * Sums matching calls. Whole days and hours come from the sums, the rest at both ends of the window from the
 * log; in one statement, so from one snapshot.
 */
export async function sumLoggedCalls(db: Db, criteria: LogFilter): Promise<LoggedCalls> {
  const filter = await nameModels(db, criteria);
  const parts =
    filter.requestId || filter.apiKeyIds
      ? [sumRows(db, filter, filter.start ?? 0, filter.end || FOREVER)]
      : splitWindow(filter.start ?? 0, filter.end || FOREVER).map(({ span, from, to }) =>
          span === 0 ? sumRows(db, filter, from, to) : sumSums(db, filter, { span, from, to }),
        );
  const { userIds, modelNames } = filter;
  if (parts.length === 0 || userIds?.length === 0 || modelNames?.length === 0)
    return { calls: 0, quota: 0, failed: 0 };
  const { rows } = await sql<Record<keyof LoggedCalls, number | string>>`
    SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(quota), 0) AS quota, coalesce(sum(failed), 0) AS failed
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS parts`.execute(db);
  const [sum] = rows;
  return { calls: Number(sum?.calls), quota: Number(sum?.quota), failed: Number(sum?.failed) };
}

/**
 * Replaces a pattern by the models of the window that match it: they are few, and the tables to search are
 * long.
 */
async function nameModels(db: Db, filter: LogFilter): Promise<LogFilter> {
  if (!isPattern(filter)) return filter;
  const { modelName = '', ...rest } = filter;
  const { start = 0, end } = filter;
  const rows = await db
    // Materialized, or SQLite would evaluate the pattern for every row.
    .with(
      (cte) => cte('models').materialized(),
      (models) =>
        models
          .selectFrom('log_sums')
          .select('model_name')
          .distinct()
          .where('scope', '=', 'all')
          .where('key', '=', '')
          .where('span', '=', DAY)
          .where('start', '>=', start - (start % DAY))
          .where('start', '<=', end || FOREVER),
    )
    .selectFrom('models')
    .select('model_name')
    .where(matchesPattern<'log_sums'>('model_name', modelName))
    .execute();
  return { ...rest, modelNames: rows.map(({ model_name: name }) => name) };
}

const FOREVER = Number.MAX_SAFE_INTEGER;

/** A part of a window: rows of the log (span 0), or sums of a span that start in it. Both ends inclusive. */
interface Part {
  span: number;
  from: number;
  to: number;
}

/** Splits a window (both ends inclusive) into parts with as few rows as possible. */
function splitWindow(from: number, to: number): Part[] {
  return cut(from, to, [DAY, HOUR]);
}

function cut(from: number, to: number, [span, ...finer]: readonly number[]): Part[] {
  if (from > to) return [];
  if (span === undefined) return [{ span: 0, from, to }];
  const first = Math.ceil(from / span) * span;
  // The start of the last, incomplete span; an unbounded window has only whole ones.
  const end = to === FOREVER ? FOREVER : Math.floor((to + 1) / span) * span;
  if (first >= end) return cut(from, to, finer);
  return [
    ...cut(from, first - 1, finer),
    { span, from: first, to: end - 1 },
    ...(to === FOREVER ? [] : cut(end, to, finer)),
  ];
}

function sumRows(db: Db, filter: LogFilter, start: number, end: number): RawBuilder<unknown> {
  const rows = filterRows(db, { ...filter, type: 0, start, end }).where('type', 'in', [
    LOG_CONSUME,
    LOG_ERROR,
  ]);
  const count = (type: number, value = sql`1`) =>
    sql`coalesce(sum(CASE WHEN type = ${sql.lit(type)} THEN ${value} ELSE 0 END), 0)`;
  return sql`SELECT * FROM ${rows
    .select([
      count(LOG_CONSUME).as('calls'),
      count(LOG_CONSUME, sql`quota`).as('quota'),
      count(LOG_ERROR).as('failed'),
    ])
    .as('part')}`;
}

function sumSums(db: Db, filter: LogFilter, { span, from, to }: Part): RawBuilder<unknown> {
  let query = db
    .selectFrom('log_sums')
    .where('span', '=', span)
    .where('start', '>=', from)
    .where('start', '<=', to);
  const { userIds, apiKeyName, modelName, modelNames, group, channelId } = filter;
  if (userIds) {
    query = query.where('scope', '=', 'user').where('key', 'in', userIds.map(String));
    if (apiKeyName) query = query.where('token_name', '=', apiKeyName);
  } else if (apiKeyName) query = query.where('scope', '=', 'token').where('key', '=', apiKeyName);
  else query = query.where('scope', '=', 'all').where('key', '=', '');
  if (modelName) query = query.where('model_name', '=', modelName);
  if (modelNames) query = query.where('model_name', 'in', modelNames);
  if (group) query = query.where('group', '=', group);
  if (channelId) query = query.where('channel_id', '=', channelId);
  return sql`SELECT * FROM ${query
    .select(
      (['calls', 'quota', 'failed'] as const).map((name) =>
        sql`coalesce(sum(${sql.ref(name)}), 0)`.as(name),
      ),
    )
    .as('part')}`;
}
