import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * Days of the statistics in their order on PostgreSQL: what ranks all keys reads those of its range one after
 * another, however many years there are. Days change their counts, never this, so that writing them costs no more.
 */
export async function indexUsageDays({ db, columns: { kind } }: MigrationContext): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`CREATE INDEX IF NOT EXISTS usage_stats_days_in_order ON usage_stats_days (scope, start)`.execute(
    db,
  );
}
