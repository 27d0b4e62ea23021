import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Users, sessions, keys and one-time codes. */
export async function createAccounts(context: MigrationContext): Promise<void> {
  await createUsers(context);
  await createSessions(context);
  await createTokens(context);
  await createOneTimeCodes(context);
}

async function createUsers({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', identity)
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('username_lower', text, (column) => column.notNull().unique())
    .addColumn('display_name', text, (column) => column.notNull())
    .addColumn('password_hash', text)
    .addColumn('role', integer, (column) => column.notNull().check(sql`role IN (1, 10, 100)`))
    .addColumn('status', integer, (column) => column.notNull())
    .addColumn('email', text)
    .addColumn('email_lower', text, (column) => column.unique())
    .addColumn('github_id', text, (column) => column.unique())
    .addColumn('wechat_id', text, (column) => column.unique())
    .addColumn('telegram_id', text, (column) => column.unique())
    .addColumn('linux_do_id', text, (column) => column.unique())
    .addColumn('group', text, (column) => column.notNull())
    .addColumn('quota', bigint, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`quota >= 0`),
    )
    .addColumn('held', bigint, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`held >= 0`),
    )
    .addColumn('used_quota', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('request_count', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('total_topup', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('aff_code', text, (column) => column.notNull().unique())
    .addColumn('aff_count', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('aff_quota', bigint, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`aff_quota >= 0`),
    )
    .addColumn('aff_history_quota', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('inviter_id', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('access_token_hash', text, (column) => column.unique())
    .addColumn('factory_password', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('deleted_at', bigint)
    .execute();
}

async function createSessions({
  db,
  columns: { identity, bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', identity)
    .addColumn('token_hash', text, (column) => column.notNull().unique())
    .addColumn('user_id', bigint, (column) => column.notNull().references('users.id'))
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .addColumn('last_seen_at', bigint, (column) => column.notNull())
    .addColumn('ip', text, (column) => column.notNull())
    .addColumn('user_agent', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_user_id').on('sessions').column('user_id').execute();
}

async function createTokens({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('tokens')
    .addColumn('id', identity)
    .addColumn('user_id', bigint, (column) => column.notNull().references('users.id'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('key_hash', text, (column) => column.notNull().unique())
    .addColumn('key_cipher', text, (column) => column.notNull())
    .addColumn('status', integer, (column) => column.notNull())
    .addColumn('created_time', bigint, (column) => column.notNull())
    .addColumn('accessed_time', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('expired_time', bigint, (column) => column.notNull())
    .addColumn('remain_quota', bigint, (column) => column.notNull().check(sql`remain_quota >= 0`))
    .addColumn('held', bigint, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`held >= 0`),
    )
    .addColumn('unlimited_quota', integer, (column) => column.notNull())
    .addColumn('used_quota', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('allow_ips', text, (column) => column.notNull())
    .addColumn('group', text, (column) => column.notNull())
    .addColumn('model_limits_enabled', integer, (column) => column.notNull())
    .addColumn('model_limits', text, (column) => column.notNull())
    .addColumn('rate_limit', integer, (column) => column.notNull())
    .addColumn('mj_mode', text, (column) => column.notNull())
    .addColumn('deleted_at', bigint)
    .execute();
  await db.schema.createIndex('tokens_user_id').on('tokens').columns(['user_id', 'id']).execute();
}

async function createOneTimeCodes({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('one_time_codes')
    .addColumn('id', identity)
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('code_hash', text, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .addColumn('tries', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('used_at', bigint)
    .execute();
  await db.schema
    .createIndex('one_time_codes_subject')
    .on('one_time_codes')
    .columns(['purpose', 'subject'])
    .execute();
}
