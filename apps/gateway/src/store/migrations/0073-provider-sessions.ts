import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * The session at a login provider from which a session here, or a login awaiting its second factor, began.
 */
export async function addProviderSessions({
  db,
  columns: { text },
}: MigrationContext): Promise<void> {
  for (const table of ['sessions', 'login_challenges'])
    await db.schema
      .alterTable(table)
      .addColumn('provider_session', text, (column) => column.notNull().defaultTo(''))
      .execute();
  await sql`CREATE INDEX sessions_by_provider_session ON sessions (provider_session)
    WHERE provider_session <> ''`.execute(db);
}
