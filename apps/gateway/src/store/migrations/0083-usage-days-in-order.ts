import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * Indexes the statistics' days by time on PostgreSQL: ranking all keys reads only its range, sequentially,
 * however many years are stored. Updates change the counts but never this column, so they cost no more.
 */
export async function indexUsageDays({ db, columns: { kind } }: MigrationContext): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`CREATE INDEX IF NOT EXISTS usage_stats_days_in_order ON usage_stats_days (scope, start)`.execute(
    db,
  );
}
