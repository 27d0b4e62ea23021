import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Codes that allow registration, who used which, and the code with which a login elsewhere began. */
export async function createRegistrationCodes({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('registration_codes')
    .addColumn('id', identity)
    .addColumn('code_hash', text, (column) => column.notNull().unique())
    .addColumn('tail', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('creator_id', bigint, (column) => column.notNull())
    .addColumn('uses_max', integer, (column) => column.notNull())
    .addColumn('uses', integer, (column) => column.notNull().check(sql`uses <= uses_max`))
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .addColumn('disabled', integer, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('registration_codes_by_creator')
    .on('registration_codes')
    .columns(['creator_id', 'id'] as never)
    .execute();
  await db.schema
    .createTable('registration_code_uses')
    .addColumn('user_id', bigint, (column) => column.primaryKey())
    .addColumn('code_id', bigint, (column) => column.notNull())
    .addColumn('used_at', bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('registration_code_uses_by_code')
    .on('registration_code_uses')
    .columns(['code_id', 'user_id'] as never)
    .execute();
  await db.schema
    .alterTable('oauth_states')
    .addColumn('registration_code_hash', text, (column) => column.notNull().defaultTo(''))
    .execute();
}
