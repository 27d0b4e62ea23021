import type { MigrationContext } from './column-kinds.ts';

/** Who was welcomed with the gifts of a new account, as keyed hashes of what proved who it was. */
export async function createWelcomed({
  db,
  columns: { bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('welcomed')
    .addColumn('person_hash', text, (column) => column.primaryKey())
    .addColumn('welcomed_at', bigint, (column) => column.notNull())
    .execute();
}
