import type { MigrationContext } from './column-kinds.ts';

/**
 * A text that only the right master key opens: one row, written by the first start that could read the sealed
 * data.
 */
export async function createMasterKeyCheck({
  db,
  columns: { integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('master_key_check')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('sealed', text, (column) => column.notNull())
    .execute();
}
