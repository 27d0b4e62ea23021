import type { MigrationContext } from './column-kinds.ts';

/** What keys and team members may spend per day, week and month, and how much of that is used. */
export async function createSpendingLimits({
  db,
  columns: { bigint, text },
}: MigrationContext): Promise<void> {
  for (const table of ['tokens', 'team_members'])
    for (const column of ['day_quota', 'week_quota', 'month_quota'])
      await db.schema
        .alterTable(table)
        .addColumn(column, bigint, (added) => added.notNull().defaultTo(0))
        .execute();
  await db.schema
    .alterTable('team_members')
    .addColumn('models', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('spending_windows')
    .addColumn('owner', text, (column) => column.notNull())
    .addColumn('period', text, (column) => column.notNull())
    .addColumn('start', bigint, (column) => column.notNull())
    .addColumn('taken', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('spending_windows_key', ['owner', 'period'] as never)
    .execute();
}
