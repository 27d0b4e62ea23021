import type { MigrationContext } from './column-kinds.ts';

/** Every saved price book: who saved it and when, and the options it changed. */
export async function createPriceVersions({
  db,
  columns: { bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('price_versions')
    .ifNotExists()
    .addColumn('id', bigint, (column) => column.primaryKey())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('actor_id', bigint, (column) => column.notNull())
    .addColumn('actor_name', text, (column) => column.notNull())
    .addColumn('note', text, (column) => column.notNull())
    .addColumn('changed', integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('price_version_values')
    .ifNotExists()
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('version_id', bigint, (column) => column.notNull().references('price_versions.id'))
    .addColumn('value', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('price_version_values_pk', ['key', 'version_id'] as never)
    .execute();
}
