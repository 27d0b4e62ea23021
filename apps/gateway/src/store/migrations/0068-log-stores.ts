import type { MigrationContext } from './column-kinds.ts';

/** What log stores beside this database have had of its log, and which deletions they have to follow (ADR 88). */
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
