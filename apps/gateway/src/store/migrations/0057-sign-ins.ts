import type { MigrationContext } from './column-kinds.ts';

/** Who signed in or tried to, when and from where. */
export async function createSignIns({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('sign_ins')
    .addColumn('id', identity)
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('method', text, (column) => column.notNull())
    .addColumn('failure', text, (column) => column.notNull())
    .addColumn('ip', text, (column) => column.notNull())
    .addColumn('user_agent', text, (column) => column.notNull())
    .addColumn('first_at', bigint, (column) => column.notNull())
    .addColumn('last_at', bigint, (column) => column.notNull())
    .addColumn('tries', integer, (column) => column.notNull())
    .addColumn('fold_key', text, (column) => column.unique())
    .execute();
  const indexes = { sign_ins_by_user: ['user_id', 'last_at'], sign_ins_by_time: ['last_at'] };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('sign_ins')
      .columns(columns as never)
      .execute();
}
