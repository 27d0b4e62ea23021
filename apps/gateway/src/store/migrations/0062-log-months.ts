import { sql } from 'kysely';
import { MONTHLY_TABLES, makeMonths, startOfMonth } from '../log-months/month-tables.ts';
import type { MigrationContext } from './column-kinds.ts';

/**
 * Partitions the log and its sums by month on PostgreSQL (ADR 82) without reading a row: a table that has
 * rows becomes the only partition, and the job `keep-log-months` later bounds it concurrently with calls.
 */
export async function createLogMonths({ db, columns: { kind } }: MigrationContext): Promise<void> {
  if (kind === 'sqlite') return;
  const run = (text: string) => sql.raw(text).execute(db);
  await run('SET LOCAL statement_timeout = 0');
  // One sequence for all partitions; the column's own would belong to one of them.
  const { rows: numbers } = await sql<{ next: string }>`
    SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END AS next FROM logs_id_seq`.execute(
    db,
  );
  await run('ALTER TABLE logs ALTER COLUMN id DROP IDENTITY');
  await run(`CREATE SEQUENCE logs_id_seq START WITH ${numbers[0]?.next ?? '1'}`);
  await run("ALTER TABLE logs ALTER COLUMN id SET DEFAULT nextval('logs_id_seq')");
  const now = Math.floor(Date.now() / 1000);
  for (const monthly of MONTHLY_TABLES) {
    const { table, column } = monthly;
    const key =
      table === 'logs'
        ? ''
        : ', PRIMARY KEY (scope, key, span, start, token_name, model_name, channel_id, "group")';
    await run(`ALTER TABLE ${table} RENAME TO ${table}_before`);
    await run(
      `CREATE TABLE ${table} (LIKE ${table}_before INCLUDING DEFAULTS${key}) PARTITION BY RANGE ("${column}")`,
    );
    const { rows } = await sql`SELECT 1 FROM ${sql.table(`${table}_before`)} LIMIT 1`.execute(db);
    if (rows.length > 0) {
      await run(`ALTER TABLE ${table} ATTACH PARTITION ${table}_before DEFAULT`);
      continue;
    }
    await run(
      `ALTER TABLE ${table} ATTACH PARTITION ${table}_before FOR VALUES FROM (MINVALUE) TO (${startOfMonth(now)})`,
    );
    await run(
      `CREATE TABLE ${table}_rest (LIKE ${table}_before INCLUDING DEFAULTS INCLUDING INDEXES)`,
    );
    await run(`ALTER TABLE ${table} ATTACH PARTITION ${table}_rest DEFAULT`);
    await makeMonths(db, monthly, { now, within: (work) => work(db) });
  }
  await run('ALTER SEQUENCE logs_id_seq OWNED BY logs.id');
}
