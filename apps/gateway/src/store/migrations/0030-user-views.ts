import type { MigrationContext } from './column-kinds.ts';

/** List filters that users have saved under a name. */
export async function createUserViews({
  db,
  columns: { identity, bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('user_views')
    .addColumn('id', identity)
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('list', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('search', text, (column) => column.notNull())
    .addColumn('saved_at', bigint, (column) => column.notNull())
    .addUniqueConstraint('user_views_by_name', ['user_id', 'list', 'name'] as never)
    .execute();
}
