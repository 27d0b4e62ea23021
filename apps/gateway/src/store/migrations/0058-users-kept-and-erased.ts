import type { MigrationContext } from './column-kinds.ts';

/** What administrators note on users, who of the deleted is anonymous by now, and from where a key was last used. */
export async function addUserRemarks({
  db,
  columns: { bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('remark', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('users').addColumn('erased_at', bigint).execute();
  await db.schema
    .alterTable('tokens')
    .addColumn('accessed_ip', text, (column) => column.notNull().defaultTo(''))
    .execute();
}
