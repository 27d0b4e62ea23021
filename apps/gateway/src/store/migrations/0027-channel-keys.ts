import type { MigrationContext } from './column-kinds.ts';

/**
 * Which keys of a channel are disabled (fingerprints, comma-separated), and why its last test failed (JSON;
 * empty if it passed).
 */
export async function addChannelKeys({ db, columns: { text } }: MigrationContext): Promise<void> {
  for (const column of ['keys_off', 'test_fault'])
    await db.schema
      .alterTable('channels')
      .addColumn(column, text, (definition) => definition.notNull().defaultTo(''))
      .execute();
}
