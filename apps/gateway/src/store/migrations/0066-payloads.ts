import type { MigrationContext } from './column-kinds.ts';

/** Requests and responses, sealed, for calls of selected keys and models (ADR 87). */
export async function createPayloads({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('tokens')
    .addColumn('payload_log', integer, (added) => added.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('payload_keys')
    .addColumn('id', identity)
    .addColumn('key_cipher', text, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('closed', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('payloads')
    .addColumn('call_id', text, (column) => column.notNull().primaryKey())
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('key_id', bigint, (column) => column.notNull())
    .addColumn('sealed', text, (column) => column.notNull())
    .execute();
  const indexes = {
    payloads_by_time: ['created_at'],
    payloads_by_user: ['user_id', 'created_at', 'call_id'],
  };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('payloads')
      .columns(columns as never)
      .execute();
}
