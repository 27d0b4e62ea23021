import type { MigrationContext } from './column-kinds.ts';

/**
 * The history of orders, and which of them their provider reports as paid although nothing was credited.
 * Earlier orders have no events.
 */
export async function createOrderEvents({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('order_events')
    .addColumn('id', identity)
    .addColumn('order_id', bigint, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('details', text, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('last_at', bigint, (column) => column.notNull())
    .addColumn('times', integer, (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createIndex('order_events_by_order')
    .on('order_events')
    .columns(['order_id', 'id'] as never)
    .execute();
  for (const column of ['uncredited_at', 'asked_at'])
    await db.schema.alterTable('orders').addColumn(column, bigint).execute();
  const indexes = {
    orders_by_time: ['created_at'],
    orders_by_user_time: ['user_id', 'created_at'],
  };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('orders')
      .columns(columns as never)
      .execute();
}
