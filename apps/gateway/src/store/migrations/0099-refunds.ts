import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Refunds of orders through their provider (ADR 127), and what an order was refunded so far. */
export async function createRefunds({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('refunds')
    .addColumn('id', identity)
    .addColumn('order_id', bigint, (column) => column.notNull())
    .addColumn('number', text, (column) => column.notNull().unique())
    .addColumn('request_id', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('by', text, (column) => column.notNull())
    .addColumn('cents', bigint, (column) => column.notNull().check(sql`cents > 0`))
    .addColumn('quota', bigint, (column) => column.notNull())
    .addColumn('took_quota', integer, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('actor', text, (column) => column.notNull())
    .addColumn('reference', text, (column) => column.notNull().defaultTo(''))
    .addColumn('detail', text, (column) => column.notNull().defaultTo(''))
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('settled_at', bigint)
    .addColumn('next_check_at', bigint)
    .addColumn('checks', integer, (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('refunds_request', ['order_id', 'request_id'] as never)
    .execute();
  await db.schema
    .createIndex('refunds_by_check')
    .on('refunds')
    .columns(['next_check_at'] as never)
    .execute();
  const amounts = { refunded_cents: bigint, refunded_quota: bigint, refunding: integer };
  for (const [name, type] of Object.entries(amounts))
    await db.schema
      .alterTable('orders')
      .addColumn(name, type, (column) => column.notNull().defaultTo(0))
      .execute();
  await sql`UPDATE orders SET refunded_cents = pay_cents, refunded_quota = quota
    WHERE status = 'refunded'`.execute(db);
}
