import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Up to when the details of calls were deleted, in this database and in log stores (ADR 110). */
export async function createLogDetails({
  db,
  columns: { bigint, integer },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('log_details')
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('expired_before', bigint, (column) => column.notNull())
    .execute();
  await sql`INSERT INTO log_details (id, expired_before) VALUES (1, 0)`.execute(db);
  await db.schema
    .alterTable('log_stores')
    .addColumn('details_before', bigint, (column) => column.notNull().defaultTo(0))
    .execute();
}
