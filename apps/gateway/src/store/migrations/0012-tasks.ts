import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Tasks of upstreams that take time, such as images and music. */
export async function createTasks({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('tasks')
    .addColumn('id', identity)
    .addColumn('platform', text, (column) => column.notNull())
    .addColumn('task_id', text, (column) => column.notNull().unique())
    .addColumn('upstream_id', text, (column) => column.notNull().defaultTo(''))
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('token_id', bigint, (column) => column.notNull())
    .addColumn('token_name', text, (column) => column.notNull())
    .addColumn('token_limited', integer, (column) => column.notNull())
    .addColumn('group', text, (column) => column.notNull())
    .addColumn('model_name', text, (column) => column.notNull())
    .addColumn('request_id', text, (column) => column.notNull())
    .addColumn('channel_id', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('channel_key', text, (column) => column.notNull().defaultTo(''))
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('code', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('status', text, (column) => column.notNull().defaultTo(''))
    .addColumn('progress', text, (column) => column.notNull().defaultTo(''))
    .addColumn('fail_reason', text, (column) => column.notNull().defaultTo(''))
    .addColumn('quota', bigint, (column) => column.notNull().check(sql`quota >= 0`))
    .addColumn('charge', text, (column) => column.notNull().defaultTo('open'))
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('submit_time', bigint, (column) => column.notNull())
    .addColumn('start_time', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('finish_time', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('notify_hook', text, (column) => column.notNull().defaultTo(''))
    .addColumn('data', text, (column) => column.notNull().defaultTo('{}'))
    .addColumn('next_check_at', bigint)
    .execute();
  const indexes = {
    tasks_by_user: ['user_id', 'platform', 'submit_time', 'id'],
    tasks_by_time: ['platform', 'submit_time', 'id'],
    tasks_by_channel: ['channel_id', 'platform', 'submit_time', 'id'],
  };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('tasks')
      .columns(columns as never)
      .execute();
  // Of millions of tasks, few are unfinished.
  await sql`CREATE INDEX tasks_by_check ON tasks (next_check_at) WHERE next_check_at IS NOT NULL`.execute(
    db,
  );
}
