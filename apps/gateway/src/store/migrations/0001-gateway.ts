import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Channels, abilities, options, and state shared by processes. */
export async function createGateway(context: MigrationContext): Promise<void> {
  await createChannels(context);
  await createOptions(context);
  await createShared(context);
}

async function createChannels({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('channels')
    .addColumn('id', identity)
    .addColumn('type', integer, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('key_cipher', text, (column) => column.notNull())
    .addColumn('key_hash', text, (column) => column.notNull())
    .addColumn('openai_organization', text, (column) => column.notNull())
    .addColumn('max_input_tokens', integer, (column) => column.notNull())
    .addColumn('base_url', text, (column) => column.notNull())
    .addColumn('other', text, (column) => column.notNull())
    .addColumn('model_mapping', text, (column) => column.notNull())
    .addColumn('status_code_mapping', text, (column) => column.notNull())
    .addColumn('setting', text, (column) => column.notNull())
    .addColumn('models', text, (column) => column.notNull())
    .addColumn('group', text, (column) => column.notNull())
    .addColumn('auto_ban', integer, (column) => column.notNull())
    .addColumn('test_model', text, (column) => column.notNull())
    .addColumn('priority', integer, (column) => column.notNull())
    .addColumn('weight', integer, (column) => column.notNull())
    .addColumn('tag', text, (column) => column.notNull())
    .addColumn('status', integer, (column) => column.notNull())
    .addColumn('status_reason', text, (column) => column.notNull())
    .addColumn('status_time', bigint, (column) => column.notNull())
    .addColumn('response_time', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('used_quota', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('balance_micros', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('created_time', bigint, (column) => column.notNull())
    .addColumn('test_time', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('balance_updated_time', bigint, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('channels_tag').on('channels').column('tag').execute();
  await db.schema
    .createTable('abilities')
    .addColumn('group', text, (column) => column.notNull())
    .addColumn('model', text, (column) => column.notNull())
    .addColumn('channel_id', bigint, (column) => column.notNull())
    .addColumn('enabled', integer, (column) => column.notNull())
    .addColumn('priority', integer, (column) => column.notNull())
    .addColumn('weight', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('abilities_pk', ['group', 'model', 'channel_id'] as never)
    .execute();
  await db.schema
    .createIndex('abilities_channel_id')
    .on('abilities')
    .column('channel_id')
    .execute();
}

async function createOptions({
  db,
  columns: { identity, bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('options')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('updated_at', bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('option_history')
    .addColumn('id', identity)
    .addColumn('changed_at', bigint, (column) => column.notNull())
    .addColumn('actor_id', bigint, (column) => column.notNull())
    .addColumn('actor_name', text, (column) => column.notNull())
    .addColumn('changes', text, (column) => column.notNull())
    .execute();
}

async function createShared({
  db,
  columns: { bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('nodes')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('started_at', bigint, (column) => column.notNull())
    .addColumn('seen_at', bigint, (column) => column.notNull())
    .addColumn('applied_log_id', bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('jobs')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('lease_owner', text, (column) => column.notNull())
    .addColumn('lease_until', bigint, (column) => column.notNull())
    .addColumn('last_started_at', bigint, (column) => column.notNull())
    .addColumn('last_finished_at', bigint, (column) => column.notNull())
    .addColumn('last_error', text, (column) => column.notNull())
    .addColumn('run_count', integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('versions')
    .addColumn('topic', text, (column) => column.primaryKey())
    .addColumn('version', bigint, (column) => column.notNull().check(sql`version >= 0`))
    .execute();
}
