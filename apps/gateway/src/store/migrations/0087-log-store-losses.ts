import type { MigrationContext } from './column-kinds.ts';

/** What was found missing in a log store, and when it was filled again (ADR 121). */
export async function addLogStoreLosses({
  db,
  columns: { bigint, integer },
}: MigrationContext): Promise<void> {
  const add = (name: string, type: typeof bigint) =>
    db.schema
      .alterTable('log_stores')
      .addColumn(name, type, (column) => column.notNull().defaultTo(0))
      .execute();
  await add('compared_at', bigint);
  await add('compared_month', bigint);
  await add('missing_rows', bigint);
  await add('refilled_at', bigint);
  await add('refills', integer);
}
