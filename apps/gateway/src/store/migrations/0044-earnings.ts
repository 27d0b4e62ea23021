import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * The ledger of earnings, the rebates that feed it, and what shows that two accounts belong to one person.
 * Existing earnings begin with an opening entry.
 */
export async function createEarnings(context: MigrationContext): Promise<void> {
  await createEarningsLedger(context);
  await createRebates(context);
  const { db, columns } = context;
  await db.schema
    .createTable('user_proofs')
    .addColumn('person_hash', columns.text, (column) => column.notNull())
    .addColumn('user_id', columns.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('user_proofs_key', ['person_hash', 'user_id'] as never)
    .execute();
  await db.schema
    .createIndex('user_proofs_by_user')
    .on('user_proofs')
    .columns(['user_id'] as never)
    .execute();
  await db.schema.alterTable('orders').addColumn('refunded_at', columns.bigint).execute();
  await db.schema
    .alterTable('users')
    .addColumn('aff_owed', columns.bigint, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`aff_owed >= 0`),
    )
    .execute();
}

async function createEarningsLedger({
  db,
  columns: { identity, bigint, text, kind },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('earnings')
    .addColumn('id', identity)
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('amount', bigint, (column) => column.notNull())
    .addColumn('earnings_after', bigint, (column) => column.notNull())
    .addColumn('idempotency_key', text, (column) => column.notNull().unique())
    .addColumn('reference', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('earnings_by_user')
    .on('earnings')
    .columns(['user_id', 'id'] as never)
    .execute();
  await sql`INSERT INTO earnings (user_id, created_at, kind, amount, earnings_after, idempotency_key, reference)
    SELECT id, created_at, 'opening', aff_quota, aff_quota, 'opening:' || id, '' FROM users
    WHERE aff_quota <> 0`.execute(db);
  const refuse = 'the ledger of earnings is append only';
  if (kind === 'sqlite') {
    for (const change of ['UPDATE', 'DELETE'])
      await sql`CREATE TRIGGER ${sql.ref(`earnings_no_${change.toLowerCase()}`)} BEFORE ${sql.raw(change)} ON earnings BEGIN SELECT RAISE(ABORT, ${sql.lit(refuse)}); END`.execute(
        db,
      );
    return;
  }
  await sql`CREATE FUNCTION refuse_earnings_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the ledger of earnings is append only'; END $$`.execute(
    db,
  );
  await sql`CREATE TRIGGER earnings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON earnings EXECUTE FUNCTION refuse_earnings_change()`.execute(
    db,
  );
}

async function createRebates({
  db,
  columns: { identity, bigint, integer, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('rebates')
    .addColumn('id', identity)
    .addColumn('order_id', bigint, (column) => column.notNull().unique())
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('invitee_id', bigint, (column) => column.notNull())
    .addColumn('base', bigint, (column) => column.notNull())
    .addColumn('basis_points', integer, (column) => column.notNull())
    .addColumn('amount', bigint, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('payable_at', bigint, (column) => column.notNull())
    .addColumn('ended_at', bigint)
    .execute();
  const indexes = {
    rebates_by_earner: ['user_id', 'id'],
    rebates_by_month: ['user_id', 'created_at'],
    rebates_by_invitee: ['invitee_id', 'user_id'],
    rebates_by_due: ['state', 'payable_at'],
  };
  for (const [name, names] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('rebates')
      .columns(names as never)
      .execute();
  await db.schema
    .createIndex('users_by_inviter')
    .on('users')
    .columns(['inviter_id', 'id'] as never)
    .execute();
}
