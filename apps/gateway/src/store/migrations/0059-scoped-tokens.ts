import type { MigrationContext } from './column-kinds.ts';

/** Access tokens with names and scopes, in addition to a user's single system access token. */
export async function createScopedTokens({
  db,
  columns: { identity, bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('scoped_tokens')
    .addColumn('id', identity)
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('token_hash', text, (column) => column.notNull().unique())
    .addColumn('tail', text, (column) => column.notNull())
    .addColumn('scopes', text, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .addColumn('last_used_at', bigint, (column) => column.notNull())
    .addColumn('last_used_ip', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('scoped_tokens_by_user')
    .on('scoped_tokens')
    .column('user_id')
    .execute();
}
