import type { MigrationContext } from './column-kinds.ts';

/**
 * Authenticator apps, recovery codes, passkeys, logins that await a second factor, and when a session was
 * last confirmed.
 */
export async function createSecondFactors({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('totp_secrets')
    .addColumn('user_id', bigint, (column) => column.primaryKey().references('users.id'))
    .addColumn('secret_cipher', text, (column) => column.notNull())
    .addColumn('confirmed_at', bigint, (column) => column.notNull())
    .addColumn('last_step', bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', text, (column) => column.primaryKey())
    .addColumn('user_id', bigint, (column) => column.notNull().references('users.id'))
    .execute();
  await db.schema
    .createIndex('recovery_codes_user_id')
    .on('recovery_codes')
    .column('user_id')
    .execute();
  await db.schema
    .createTable('passkeys')
    .addColumn('id', identity)
    .addColumn('user_id', bigint, (column) => column.notNull().references('users.id'))
    .addColumn('credential_id', text, (column) => column.notNull().unique())
    .addColumn('public_key', text, (column) => column.notNull())
    .addColumn('counter', bigint, (column) => column.notNull())
    .addColumn('transports', text, (column) => column.notNull())
    .addColumn('is_synced', integer, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('last_used_at', bigint, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('passkeys_user_id').on('passkeys').column('user_id').execute();
  await db.schema
    .createTable('login_challenges')
    .addColumn('challenge_hash', text, (column) => column.primaryKey())
    .addColumn('browser_hash', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('webauthn_challenge', text, (column) => column.notNull())
    .addColumn('tries_left', integer, (column) => column.notNull())
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable('sessions')
    .addColumn('confirmed_at', bigint, (column) => column.notNull().defaultTo(0))
    .execute();
}
