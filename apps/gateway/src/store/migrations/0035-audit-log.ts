import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Rows younger than this cannot be deleted: 30 days, in seconds. */
const KEPT_SECONDS = 2_592_000;

/** Administrators' changes. Rows are never changed, and deleted only when they are old. */
export async function createAuditLog({
  db,
  columns: { identity, bigint, integer, text, kind },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', identity)
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('actor_id', bigint, (column) => column.notNull())
    .addColumn('actor_name', text, (column) => column.notNull())
    .addColumn('actor_role', integer, (column) => column.notNull())
    .addColumn('ip', text, (column) => column.notNull())
    .addColumn('credential', text, (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('object_id', text, (column) => column.notNull())
    .addColumn('object_name', text, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('changes', text, (column) => column.notNull())
    .addColumn('request_id', text, (column) => column.notNull())
    .execute();
  const indexes = {
    audit_log_by_time: ['created_at'],
    audit_log_by_actor: ['actor_id', 'id'],
    audit_log_by_action: ['action', 'id'],
    audit_log_by_object: ['subject', 'object_id', 'id'],
  };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('audit_log')
      .columns(columns as never)
      .execute();
  if (kind === 'sqlite') {
    await sql`CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END`.execute(
      db,
    );
    await sql`CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log WHEN OLD.created_at > unixepoch() - ${sql.lit(KEPT_SECONDS)} BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END`.execute(
      db,
    );
    return;
  }
  await sql`CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'DELETE' AND OLD.created_at <= extract(epoch FROM now()) - ${sql.lit(KEPT_SECONDS)} THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'the audit log is append only'; END $$`.execute(db);
  await sql`CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`.execute(
    db,
  );
  await sql`CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log EXECUTE FUNCTION refuse_audit_change()`.execute(
    db,
  );
}
