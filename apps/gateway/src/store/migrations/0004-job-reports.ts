import type { MigrationContext } from './column-kinds.ts';

/** Jobs report which node they run on, if each node has its own, and the progress of long ones. */
export async function createJobReports({ db, columns: { text } }: MigrationContext): Promise<void> {
  for (const name of ['node_id', 'progress'])
    await db.schema
      .alterTable('jobs')
      .addColumn(name, text, (column) => column.notNull().defaultTo(''))
      .execute();
}
