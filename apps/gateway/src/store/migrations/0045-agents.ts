import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Agents, their payouts, and whose money paid for a redemption code. */
export async function createAgents({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('agents')
    .addColumn('user_id', bigint, (column) => column.primaryKey())
    .addColumn('enabled', integer, (column) => column.notNull())
    .addColumn('basis_points', integer, (column) => column.notNull())
    .addColumn('discount_basis_points', integer, (column) => column.notNull())
    .addColumn('code', text, (column) => column.unique())
    .addColumn('invitation', text, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('payouts')
    .addColumn('id', identity)
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('amount', bigint, (column) => column.notNull().check(sql`amount > 0`))
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('account', text, (column) => column.notNull())
    .addColumn('note', text, (column) => column.notNull())
    .addColumn('actor_id', bigint, (column) => column.notNull())
    .addColumn('request_key', text, (column) => column.notNull().unique())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('ended_at', bigint)
    .execute();
  await db.schema
    .alterTable('users')
    .addColumn('is_agent', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  const indexes = { payouts_by_user: ['user_id', 'id'], payouts_by_state: ['state', 'id'] };
  for (const [name, names] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('payouts')
      .columns(names as never)
      .execute();
  for (const column of ['seller_id', 'price'])
    await db.schema
      .alterTable('redemptions')
      .addColumn(column, bigint, (added) => added.notNull().defaultTo(0))
      .execute();
  await db.schema
    .createIndex('redemptions_by_seller')
    .on('redemptions')
    .columns(['seller_id', 'id'] as never)
    .execute();
}
