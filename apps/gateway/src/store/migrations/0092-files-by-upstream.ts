import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Finds files by their provider's ids: a call that names one of another user's is refused. */
export async function indexFilesByUpstream({ db }: MigrationContext): Promise<void> {
  await sql`CREATE INDEX files_by_upstream ON files (upstream_id) WHERE upstream_id <> ''`.execute(
    db,
  );
}
