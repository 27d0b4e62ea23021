import type { MigrationContext } from './column-kinds.ts';

/** When another node recalled a lease (seconds, 0 = not), and an index of leases by owner. */
export async function createLeaseRecall({
  db,
  columns: { bigint },
}: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('leases')
    .addColumn('recalled_at', bigint, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('leases_by_owner')
    .on('leases')
    .columns(['owner_kind', 'owner_id'])
    .execute();
}
