import type { MigrationContext } from './column-kinds.ts';

/** Which version each node runs, so that a forgotten one shows; '' for nodes from before this. */
export async function addNodeVersions({ db, columns: { text } }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('nodes')
    .addColumn('version', text, (column) => column.notNull().defaultTo(''))
    .execute();
}
