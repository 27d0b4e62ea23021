import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** The usage log, its hourly sums, the ledger and the leases. */
export async function createUsage(context: MigrationContext): Promise<void> {
  await createLogs(context);
  await createHourly(context);
  await createLedger(context);
  await createLeases(context);
}

/** Three indexes only: every call inserts here. */
async function createLogs({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('logs')
    .addColumn('id', identity)
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('type', integer, (column) => column.notNull())
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('token_id', bigint, (column) => column.notNull())
    .addColumn('token_name', text, (column) => column.notNull())
    .addColumn('channel_id', bigint, (column) => column.notNull())
    .addColumn('model_name', text, (column) => column.notNull())
    .addColumn('group', text, (column) => column.notNull())
    .addColumn('quota', bigint, (column) => column.notNull())
    .addColumn('prompt_tokens', bigint, (column) => column.notNull())
    .addColumn('completion_tokens', bigint, (column) => column.notNull())
    .addColumn('use_time', integer, (column) => column.notNull())
    .addColumn('is_stream', integer, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .addColumn('other', text, (column) => column.notNull())
    .addColumn('request_id', text, (column) => column.notNull())
    .addColumn('ip', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('logs_created_at').on('logs').columns(['created_at', 'id']).execute();
  await db.schema
    .createIndex('logs_user_id')
    .on('logs')
    .columns(['user_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('logs_request_id').on('logs').column('request_id').execute();
}

async function createHourly({
  db,
  columns: { bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('usage_hourly')
    .addColumn('hour', bigint, (column) => column.notNull())
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('model_name', text, (column) => column.notNull())
    .addColumn('channel_id', bigint, (column) => column.notNull())
    .addColumn('token_id', bigint, (column) => column.notNull())
    .addColumn('group', text, (column) => column.notNull())
    .addColumn('request_count', integer, (column) => column.notNull())
    .addColumn('quota', bigint, (column) => column.notNull())
    .addColumn('prompt_tokens', bigint, (column) => column.notNull())
    .addColumn('completion_tokens', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_hourly_pk', [
      'hour',
      'user_id',
      'model_name',
      'channel_id',
      'token_id',
      'group',
    ] as never)
    .execute();
  await db.schema
    .createIndex('usage_hourly_user_id')
    .on('usage_hourly')
    .columns(['user_id', 'hour'])
    .execute();
}

async function createLedger({
  db,
  columns: { identity, bigint, text, kind },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('ledger')
    .addColumn('id', identity)
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('amount', bigint, (column) => column.notNull())
    .addColumn('balance_after', bigint, (column) => column.notNull())
    .addColumn('idempotency_key', text, (column) => column.notNull().unique())
    .addColumn('actor_id', bigint, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('reference', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('ledger_user_id').on('ledger').columns(['user_id', 'id']).execute();
  if (kind === 'sqlite') {
    await sql`CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END`.execute(
      db,
    );
    await sql`CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END`.execute(
      db,
    );
    return;
  }
  await sql`CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the ledger is append only'; END $$`.execute(
    db,
  );
  await sql`CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger EXECUTE FUNCTION refuse_ledger_change()`.execute(
    db,
  );
}

async function createLeases({
  db,
  columns: { identity, bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('leases')
    .addColumn('id', identity)
    .addColumn('node_id', text, (column) => column.notNull())
    .addColumn('owner_kind', text, (column) => column.notNull())
    .addColumn('owner_id', bigint, (column) => column.notNull())
    .addColumn('amount', bigint, (column) => column.notNull())
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .addUniqueConstraint('leases_owner', ['node_id', 'owner_kind', 'owner_id'] as never)
    .execute();
}
