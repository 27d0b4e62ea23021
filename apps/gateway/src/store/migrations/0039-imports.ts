import type { MigrationContext } from './column-kinds.ts';

/**
 * Imports from other gateways: which databases, where each of their rows was imported to, and what users had
 * used before. Each step may run again after a crash (on SQLite it used not to be a transaction).
 */
export async function createImports({
  db,
  columns: { bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('import_sources')
    .ifNotExists()
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('family', text, (column) => column.notNull())
    .addColumn('marks', text, (column) => column.notNull())
    .addColumn('started_at', bigint, (column) => column.notNull())
    .addColumn('finished_at', bigint)
    .addColumn('log_position', bigint, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('import_map')
    .ifNotExists()
    .addColumn('source', text, (column) => column.notNull())
    .addColumn('entity', text, (column) => column.notNull())
    .addColumn('source_id', bigint, (column) => column.notNull())
    .addColumn('target_id', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('import_map_pk', ['source', 'entity', 'source_id'] as never)
    .execute();
  const users = (await db.introspection.getTables()).find(({ name }) => name === 'users');
  const known = new Set(users?.columns.map(({ name }) => name));
  for (const column of ['imported_usage', 'imported_logged'])
    if (!known.has(column))
      await db.schema
        .alterTable('users')
        .addColumn(column, bigint, (definition) => definition.notNull().defaultTo(0))
        .execute();
}
