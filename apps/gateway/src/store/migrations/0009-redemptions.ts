import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Codes that add quota to whoever redeems them. */
export async function createRedemptionsTable({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('redemptions')
    .addColumn('id', identity)
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('key_hash', text, (column) => column.notNull().unique())
    .addColumn('key_cipher', text, (column) => column.notNull())
    .addColumn('quota', bigint, (column) => column.notNull().check(sql`quota > 0`))
    .addColumn('status', integer, (column) => column.notNull())
    .addColumn('created_time', bigint, (column) => column.notNull())
    .addColumn('used_user_id', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('redeemed_time', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('batch', text, (column) => column.notNull())
    .addColumn('place', integer, (column) => column.notNull())
    .addColumn('deleted_at', bigint)
    .addUniqueConstraint('redemptions_batch', ['batch', 'place'] as never)
    .execute();
}
