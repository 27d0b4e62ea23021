import type { MigrationContext } from './column-kinds.ts';

/** Logins in progress at other sites, and proofs from them that were used: each is valid once. */
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
