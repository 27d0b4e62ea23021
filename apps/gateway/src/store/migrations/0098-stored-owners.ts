import type { MigrationContext } from './column-kinds.ts';

/** For whom providers store something; a month of them, so both columns that find rows are small. */
export async function createStoredOwners({
  db,
  columns: { bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('stored_owners')
    .addColumn('id_hash', bigint, (column) => column.primaryKey())
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('until', bigint, (column) => column.notNull())
    .addColumn('tools', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('stored_owners_by_end')
    .on('stored_owners')
    .columns(['until'])
    .execute();
}
