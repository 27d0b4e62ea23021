import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * Adds the key's name to the log's index by user on PostgreSQL, so that users' calls by one key are counted
 * without reading the rows of all. Only partitions without rows are changed, and later months, which are made
 * like them: to index the months of a large log again would hold up the start.
 */
export async function indexLogUserKeys({ db, columns: { kind } }: MigrationContext): Promise<void> {
  if (kind === 'sqlite') return;
  const run = (text: string) => sql.raw(text).execute(db);
  const { rows: indexes } = await sql<{ partition: string; name: string }>`
    SELECT tablename AS partition, indexname AS name
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid JOIN pg_indexes ON tablename = relname
    WHERE inhparent = to_regclass('logs') AND schemaname = current_schema()
      AND indexdef LIKE '%(user_id, created_at, id)'`.execute(db);
  for (const { partition, name } of indexes) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(partition)} LIMIT 1`.execute(db);
    if (rows.length > 0) continue;
    await run(`DROP INDEX "${name}"`);
    await run(
      `CREATE INDEX "${name}" ON "${partition}" (user_id, created_at, id) INCLUDE (token_name)`,
    );
  }
}
