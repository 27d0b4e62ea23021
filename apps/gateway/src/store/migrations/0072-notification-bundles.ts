import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * As what several deliveries went out together, so that a digest is repeated under its id with the same
 * rows; and one row at most that says how a user's own e-mail address is written to (ADR 96).
 */
export async function addNotificationBundles({
  db,
  columns: { text },
}: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('notification_deliveries')
    .addColumn('bundle_id', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await sql`CREATE INDEX notification_deliveries_by_bundle ON notification_deliveries (bundle_id)
    WHERE bundle_id <> ''`.execute(db);
  await sql`CREATE UNIQUE INDEX notification_targets_own_mail ON notification_targets (owner_id)
    WHERE channel = 'email' AND owner_id <> 0`.execute(db);
}
