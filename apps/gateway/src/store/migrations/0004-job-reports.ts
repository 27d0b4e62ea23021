import type { MigrationContext } from './column-kinds.ts';

/** Jobs tell which node they run on where each has its own, and how far a long one is. */
export async function createJobReports({ db, columns: { text } }: MigrationContext): Promise<void> {
  for (const name of ['node_id', 'progress'])
    await db.schema
      .alterTable('jobs')
      .addColumn(name, text, (column) => column.notNull().defaultTo(''))
      .execute();
}
