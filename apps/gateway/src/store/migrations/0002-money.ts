import type { MigrationContext } from './column-kinds.ts';

/**
 * Which process works under a node's name, what the log does not contain, and how far the ledger was checked.
 */
export async function createMoneyChecks({
  db,
  columns: { bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('nodes')
    .addColumn('incarnation', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('usage_hourly')
    .addColumn('unlogged_quota', bigint, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('money_checkpoints')
    .addColumn('user_id', bigint, (column) => column.primaryKey())
    .addColumn('ledger_id', bigint, (column) => column.notNull())
    .addColumn('balance', bigint, (column) => column.notNull())
    .addColumn('usage', bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('money_marks')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('position', bigint, (column) => column.notNull())
    .execute();
}
