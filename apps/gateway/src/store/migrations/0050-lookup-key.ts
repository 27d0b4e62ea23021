import type { MigrationContext } from './column-kinds.ts';

/** The key of lookup hashes once the master key was rotated, sealed; '' while it is the master key. */
export async function addLookupKey({ db, columns: { text } }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('master_key_check')
    .addColumn('lookup_key', text, (column) => column.notNull().defaultTo(''))
    .execute();
}
