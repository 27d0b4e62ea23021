import { sql } from 'kysely';
import type { Store } from '../src/store/store.ts';

/**
 * Resolves once this many sessions of this database wait for a lock. On SQLite, where transactions run one
 * after another, there is nothing to wait for.
 */
export async function untilBlocked(
  { kind, db }: Pick<Store, 'kind' | 'db'>,
  sessions = 1,
): Promise<void> {
  if (kind === 'sqlite') return;
  const count = sql<{ waiting: number }>`
    SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while (((await count.execute(db)).rows[0]?.waiting ?? 0) < sessions);
}
