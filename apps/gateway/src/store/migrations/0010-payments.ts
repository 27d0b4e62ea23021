import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Orders of online top-ups, and the log of the stablecoin gateway. */
export async function createPayments({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('orders')
    .addColumn('id', identity)
    .addColumn('trade_no', text, (column) => column.notNull().unique())
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('method', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('confirming', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('buy_cents', bigint, (column) => column.notNull().check(sql`buy_cents > 0`))
    .addColumn('pay_cents', bigint, (column) => column.notNull().check(sql`pay_cents > 0`))
    .addColumn('currency', text, (column) => column.notNull())
    .addColumn('quota', bigint, (column) => column.notNull().check(sql`quota > 0`))
    .addColumn('reference', text)
    .addColumn('request_id', text)
    .addColumn('client_order_id', text)
    .addColumn('details', text, (column) => column.notNull().defaultTo(''))
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .addColumn('paid_at', bigint)
    .addColumn('next_check_at', bigint)
    .addColumn('checks', integer, (column) => column.notNull().defaultTo(0))
    // A payment pays one order, and a click in a browser creates one.
    .addUniqueConstraint('orders_reference', ['provider', 'reference'] as never)
    .addUniqueConstraint('orders_request', ['user_id', 'request_id'] as never)
    .addUniqueConstraint('orders_client_order', ['user_id', 'client_order_id'] as never)
    .execute();
  const indexes = {
    orders_by_user: ['user_id', 'status'],
    orders_by_expiry: ['status', 'expires_at'],
    orders_by_check: ['next_check_at'],
  };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('orders')
      .columns(columns as never)
      .execute();
  await db.schema
    .createTable('usdt_logs')
    .addColumn('id', identity)
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .execute();
}
