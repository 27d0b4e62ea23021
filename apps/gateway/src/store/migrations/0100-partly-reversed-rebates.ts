import type { MigrationContext } from './column-kinds.ts';

/** How much of a rebate a partial refund took back; the rebate's amount is what remains. */
export async function addReversedRebates({
  db,
  columns: { bigint },
}: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('rebates')
    .addColumn('reversed', bigint, (column) => column.notNull().defaultTo(0))
    .execute();
}
