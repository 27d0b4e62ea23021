import { type Kysely, sql } from 'kysely';
import type { Kind, MigrationContext } from './column-kinds.ts';

/** Sums of the log by hour and day, so that its statistics need not read it. */
export async function createLogSums(context: MigrationContext): Promise<void> {
  const { db, columns } = context;
  const { text, integer, bigint, kind } = columns;
  const table = db.schema
    .createTable('log_sums')
    .addColumn('scope', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('span', integer, (column) => column.notNull())
    .addColumn('start', bigint, (column) => column.notNull())
    .addColumn('token_name', text, (column) => column.notNull())
    .addColumn('model_name', text, (column) => column.notNull())
    .addColumn('channel_id', bigint, (column) => column.notNull())
    .addColumn('group', text, (column) => column.notNull())
    .addColumn('calls', bigint, (column) => column.notNull())
    .addColumn('quota', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_sums_pk', [
      'scope',
      'key',
      'span',
      'start',
      'token_name',
      'model_name',
      'channel_id',
      'group',
    ] as never);
  // Clustered by its key: a window of one key is contiguous.
  await (kind === 'sqlite' ? table.modifyEnd(sql`WITHOUT ROWID`) : table).execute();
  await db.schema
    .createTable('former_usernames')
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('former_usernames_pk', ['username', 'user_id'] as never)
    .execute();
  await fillFromLog(db, kind);
}

const DAY = 86_400;

/** Day by day, so that each step needs little memory however long the log is. */
async function fillFromLog(db: Kysely<never>, kind: Kind): Promise<void> {
  if (kind === 'postgres') await sql`SET LOCAL statement_timeout = 0`.execute(db);
  const { rows } = await sql<Record<'oldest' | 'newest', number | null>>`
    SELECT min(created_at) AS oldest, max(created_at) AS newest FROM logs`.execute(db);
  const { oldest, newest } = rows[0] ?? { oldest: null, newest: null };
  if (oldest === null || newest === null) return;
  for (let day = oldest - (oldest % DAY); day <= newest; day += DAY)
    for (const statement of logSumsOfDay(kind, day)) await sql.raw(statement).execute(db);
  await sql`INSERT INTO former_usernames (username, user_id)
    SELECT DISTINCT usage_hourly.username, usage_hourly.user_id FROM usage_hourly
    LEFT JOIN users ON users.id = usage_hourly.user_id AND users.username = usage_hourly.username
    WHERE users.id IS NULL`.execute(db);
}

/** Returns the statements that sum up a day of the log, for a table without sums of that day. */
export function logSumsOfDay(kind: Kind, day: number): string[] {
  // On SQLite the log is the journal: rows above the watermark are summed up when they are applied.
  const applied =
    kind === 'sqlite' ? 'AND id <= (SELECT coalesce(max(applied_log_id), 0) FROM nodes)' : '';
  const insert = (scope: string, key: string, token: string, span: number) =>
    `INSERT INTO log_sums (scope, key, span, start, token_name, model_name, channel_id, "group", calls, quota)
     SELECT '${scope}', ${key}, ${span}, hour - hour % ${span}, ${token}, model_name, channel_id, "group", sum(calls), sum(quota)
     FROM day_sums GROUP BY 2, 4, 5, 6, 7, 8`;
  return [
    `CREATE TEMPORARY TABLE day_sums AS
     SELECT created_at - created_at % 3600 AS hour, CAST(user_id AS TEXT) AS user_key, token_name, model_name, channel_id, "group",
       count(*) AS calls, sum(quota) AS quota
     FROM logs WHERE type = 2 AND created_at >= ${day} AND created_at < ${day + DAY} ${applied}
     GROUP BY 1, user_id, token_name, model_name, channel_id, "group"`,
    ...[3600, DAY].flatMap((span) => [
      insert('all', "''", "''", span),
      insert('token', 'token_name', "''", span),
      insert('user', 'user_key', 'token_name', span),
    ]),
    'DROP TABLE day_sums',
  ];
}
