import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Files that callers store at providers, and batches of calls in them. */
export async function createFiles(context: MigrationContext): Promise<void> {
  await createFilesTable(context);
  await createBatchesTable(context);
}

async function createFilesTable({
  db,
  columns: { identity, bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('files')
    .addColumn('id', identity)
    .addColumn('file_id', text, (column) => column.notNull().unique())
    .addColumn('upstream_id', text, (column) => column.notNull().defaultTo(''))
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('token_id', bigint, (column) => column.notNull())
    .addColumn('channel_id', bigint, (column) => column.notNull())
    .addColumn('channel_key', text, (column) => column.notNull())
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('filename', text, (column) => column.notNull())
    .addColumn('bytes', bigint, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('expires_at', bigint)
    .execute();
  await db.schema.createIndex('files_by_user').on('files').columns(['user_id', 'id']).execute();
  await sql`CREATE INDEX files_by_expiry ON files (expires_at) WHERE expires_at IS NOT NULL`.execute(
    db,
  );
}

async function createBatchesTable({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('batches')
    .addColumn('id', identity)
    .addColumn('batch_id', text, (column) => column.notNull().unique())
    .addColumn('upstream_id', text, (column) => column.notNull().defaultTo(''))
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('token_id', bigint, (column) => column.notNull())
    .addColumn('token_name', text, (column) => column.notNull())
    .addColumn('token_limited', integer, (column) => column.notNull())
    .addColumn('group', text, (column) => column.notNull())
    .addColumn('ip', text, (column) => column.notNull())
    .addColumn('model_name', text, (column) => column.notNull())
    .addColumn('channel_id', bigint, (column) => column.notNull())
    .addColumn('channel_key', text, (column) => column.notNull())
    .addColumn('endpoint', text, (column) => column.notNull())
    .addColumn('completion_window', text, (column) => column.notNull())
    .addColumn('input_file_id', text, (column) => column.notNull())
    .addColumn('upstream_input_id', text, (column) => column.notNull().defaultTo(''))
    .addColumn('output_file_id', text, (column) => column.notNull().defaultTo(''))
    .addColumn('error_file_id', text, (column) => column.notNull().defaultTo(''))
    .addColumn('metadata', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull().defaultTo(''))
    .addColumn('total', bigint, (column) => column.notNull())
    .addColumn('completed', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('failed', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('prompt_max', bigint, (column) => column.notNull())
    .addColumn('prompt_estimate', bigint, (column) => column.notNull())
    .addColumn('completion_max', bigint, (column) => column.notNull())
    .addColumn('price', text, (column) => column.notNull())
    .addColumn('hold', bigint, (column) => column.notNull().check(sql`hold >= 0`))
    .addColumn('charge', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('errors', text, (column) => column.notNull().defaultTo(''))
    .addColumn('times', text, (column) => column.notNull().defaultTo('{}'))
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('ended_at', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('next_check_at', bigint)
    .execute();
  await db.schema.createIndex('batches_by_user').on('batches').columns(['user_id', 'id']).execute();
  // Few of all batches are unfinished.
  await sql`CREATE INDEX batches_by_check ON batches (next_check_at) WHERE next_check_at IS NOT NULL`.execute(
    db,
  );
}
