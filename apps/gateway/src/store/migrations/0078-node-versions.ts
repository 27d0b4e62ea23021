import type { MigrationContext } from './column-kinds.ts';

/** Which version each node runs, so that an outdated one is noticed; '' for nodes from before this. */
export async function addNodeVersions({ db, columns: { text } }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('nodes')
    .addColumn('version', text, (column) => column.notNull().defaultTo(''))
    .execute();
}
