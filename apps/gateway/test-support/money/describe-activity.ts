import { sql } from 'kysely';
import type { Store } from '../../src/store/open-store.ts';

const ANSWER_LIMIT_MS = 5000;

/** Describes what every connection of a PostgreSQL database does and waits for, to explain a hanging test. */
export async function describeActivity(store: Store): Promise<string> {
  if (store.kind === 'sqlite') return '';
  let limit: NodeJS.Timeout | undefined;
  const silence = new Promise<string>((resolve) => {
    limit = setTimeout(() => resolve('no connection is free'), ANSWER_LIMIT_MS);
  });
  const query = sql<Record<string, unknown>>`
    SELECT pid, state, wait_event_type, wait_event, pg_blocking_pids(pid) AS blocked_by,
      extract(epoch FROM now() - xact_start) AS seconds, left(query, 300) AS query
    FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
    .execute(store.db)
    .then(({ rows }) => rows.map((row) => JSON.stringify(row)).join('\n'));
  return Promise.race([query, silence]).finally(() => clearTimeout(limit));
}
