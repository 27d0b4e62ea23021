import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Which session at a login provider a session here, or a login that waits for its second proof, began with. */
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
