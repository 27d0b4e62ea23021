import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

const SPANS = [3600, 86_400];
const LOG_ERROR = 5;

/**
 * Adds failed calls to the sums of the log: counting them row by row took seconds for months with millions.
 * May run again after a crash: on SQLite it used not to be a transaction.
 */
export async function addFailedLogSums({
  db,
  columns: { bigint, kind },
}: MigrationContext): Promise<void> {
  if (kind === 'postgres') await sql`SET LOCAL statement_timeout = 0`.execute(db);
  const sums = (await db.introspection.getTables()).find(({ name }) => name === 'log_sums');
  if (!sums?.columns.some(({ name }) => name === 'failed'))
    await db.schema
      .alterTable('log_sums')
      .addColumn('failed', bigint, (column) => column.notNull().defaultTo(0))
      .execute();
  for (const statement of failedLogSums(kind)) await sql.raw(statement).execute(db);
}

/** Returns the statements that count all failed calls of the log, for sums without them. */
export function failedLogSums(kind: 'sqlite' | 'postgres'): string[] {
  // On SQLite the log is the journal: rows above the watermark are counted when they are applied.
  const applied =
    kind === 'sqlite' ? 'AND id <= (SELECT coalesce(max(applied_log_id), 0) FROM nodes)' : '';
  const add = (scope: string, key: string, token: string, span: number) =>
    `INSERT INTO log_sums (scope, key, span, start, token_name, model_name, channel_id, "group", calls, quota, failed)
     SELECT '${scope}', ${key}, ${span}, hour - hour % ${span}, ${token}, model_name, channel_id, "group", 0, 0, sum(failed)
     FROM failed_sums WHERE true GROUP BY 2, 4, 5, 6, 7, 8
     ON CONFLICT (scope, key, span, start, token_name, model_name, channel_id, "group")
     DO UPDATE SET failed = excluded.failed`;
  return [
    `CREATE TEMPORARY TABLE failed_sums AS
     SELECT created_at - created_at % 3600 AS hour, CAST(user_id AS TEXT) AS user_key, token_name, model_name, channel_id, "group",
       count(*) AS failed
     FROM logs WHERE type = ${LOG_ERROR} ${applied}
     GROUP BY 1, user_id, token_name, model_name, channel_id, "group"`,
    ...SPANS.flatMap((span) => [
      add('all', "''", "''", span),
      add('token', 'token_name', "''", span),
      add('user', 'user_key', 'token_name', span),
    ]),
    'DROP TABLE failed_sums',
  ];
}
