import type { MigrationContext } from './column-kinds.ts';

/** Logins at other sites that have begun, and proofs of such that were used: each is good once. */
export async function createOauthStates({
  db,
  columns: { bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('oauth_states')
    .addColumn('state_hash', text, (column) => column.primaryKey())
    .addColumn('browser_hash', text, (column) => column.notNull())
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('aff_code', text, (column) => column.notNull())
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .execute();
}
