import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** When each user was last seen in the console; for existing users, as far as their sessions show. */
export async function addLastSeen({ db, columns: { bigint } }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('last_seen_at', bigint, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`UPDATE users SET last_seen_at = coalesce(
    (SELECT max(last_seen_at) FROM sessions WHERE sessions.user_id = users.id), 0)`.execute(db);
}
