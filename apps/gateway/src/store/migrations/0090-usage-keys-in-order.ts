import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * Adds span and key to the indexes over the statistics' days and weeks in order of time on PostgreSQL: keys
 * are counted without their rows. Updates change the counts but none of these columns, so they cost no more.
 */
export async function indexUsageKeysInOrder({ db, columns: { kind } }: MigrationContext) {
  if (kind === 'sqlite') return;
  const run = (text: string) => sql.raw(text).execute(db);
  await run('SET LOCAL statement_timeout = 0');
  for (const table of ['usage_stats_days', 'usage_stats_weeks']) {
    await run(`DROP INDEX IF EXISTS ${table}_in_order`);
    await run(`CREATE INDEX ${table}_in_order ON ${table} (scope, span, start, key)`);
  }
}
