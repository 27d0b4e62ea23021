import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * Indexes for finding the rows that a filter matches, however rare. PostgreSQL gets database indexes, as
 * calls don't wait for it. On SQLite every call waits for its row, so rows are indexed later, by the thousand
 * (`store/log-index`).
 */
export async function createLogPlaces(context: MigrationContext): Promise<void> {
  await (context.columns.kind === 'sqlite' ? createPlaces(context) : createIndexes(context));
}

async function createPlaces({
  db,
  columns: { integer, bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('log_chunks')
    .addColumn('chunk', integer, (column) => column.primaryKey())
    .addColumn('oldest_at', bigint)
    .addColumn('newest_at', bigint)
    .execute();
  await db.schema
    .createTable('log_places')
    .addColumn('chunk', integer, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('places', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('log_places_pk', ['chunk', 'kind', 'value'] as never)
    .modifyEnd(sql`WITHOUT ROWID`)
    .execute();
}

async function createIndexes({ db }: MigrationContext): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(db);
  for (const column of ['model_name', 'channel_id', 'token_name', 'group'])
    await db.schema
      .createIndex(`logs_${column}`)
      .on('logs')
      .columns([column, 'created_at', 'id'])
      .execute();
  await sql`CREATE INDEX logs_type ON logs (type, created_at, id) WHERE type <> 2`.execute(db);
}
