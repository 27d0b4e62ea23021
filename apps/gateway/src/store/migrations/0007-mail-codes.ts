import type { MigrationContext } from './column-kinds.ts';

/**
 * Codes sent by mail, one per purpose and address at a time, which also count what was sent; and when notices
 * were sent. `one_time_codes` was never used.
 */
export async function createMailCodes({
  db,
  columns: { bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema.dropTable('one_time_codes').execute();
  await db.schema
    .createTable('mail_codes')
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('code_hash', text, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .addColumn('tries', integer, (column) => column.notNull())
    .addColumn('used_at', bigint)
    .addColumn('window_at', bigint, (column) => column.notNull())
    .addColumn('sent', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('mail_codes_pk', ['purpose', 'subject'] as never)
    .execute();
  await db.schema
    .createTable('mail_notices')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('sent_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('mail_notices_pk', ['kind', 'subject'] as never)
    .execute();
}
