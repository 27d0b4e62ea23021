import type { MigrationContext } from './column-kinds.ts';

/** Administrators' notes on users, which deleted users are erased, and from where a key was last used. */
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
