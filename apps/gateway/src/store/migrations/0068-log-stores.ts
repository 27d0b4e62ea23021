import type { MigrationContext } from './column-kinds.ts';

/** How much of the log each log store has received, and which deletions it has to follow (ADR 88). */
export async function createLogStores({
  db,
  columns: { identity, bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('log_stores')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('shipped_id', bigint, (column) => column.notNull())
    .addColumn('erased_until', bigint, (column) => column.notNull())
    .addColumn('deletion_id', bigint, (column) => column.notNull())
    .addColumn('pruned_before', bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('log_deletions')
    .addColumn('id', identity)
    .addColumn('before', bigint, (column) => column.notNull())
    .addColumn('last_id', bigint, (column) => column.notNull())
    .execute();
}
