import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * The bundle in which deliveries were sent together, so that a retried digest has the same id and rows; and a
 * unique row per user for how their own email address is notified (ADR 96).
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
