import type { MigrationContext } from './column-kinds.ts';

/** Who received the gifts for new accounts, as keyed hashes of what proved their identity. */
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
