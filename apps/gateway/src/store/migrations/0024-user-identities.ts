import { type Kysely, sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/** Where identities were before: one column of `users` each. */
const FORMER_COLUMNS = {
  github: 'github_id',
  linuxdo: 'linux_do_id',
  wechat: 'wechat_id',
  telegram: 'telegram_id',
} as const;

/**
 * Moves identities at login providers from columns of `users` into a table. Each statement may run again
 * after a crash between two of them (on SQLite a migration used not to be a transaction).
 */
export async function createUserIdentities({
  db,
  columns: { kind, bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('user_identities')
    .ifNotExists()
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('user_id', bigint, (column) => column.notNull().references('users.id'))
    .addColumn('bound_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('user_identities_pk', ['provider', 'subject'] as never)
    .addUniqueConstraint('user_identities_by_user', ['user_id', 'provider'] as never)
    .execute();
  for (const [provider, column] of await listFormerColumns(db)) {
    // Uses the column's index, so users without an identity cost nothing.
    await sql`
      INSERT INTO user_identities (provider, subject, user_id, bound_at)
      SELECT ${sql.lit(provider)}, ${sql.ref(column)}, id, 0 FROM users
      WHERE ${sql.ref(column)} > ''
      ON CONFLICT DO NOTHING`.execute(db);
    // SQLite cannot drop a column with a unique index without rewriting the table, so it stays, empty.
    await (
      kind === 'sqlite'
        ? sql`UPDATE users SET ${sql.ref(column)} = NULL WHERE ${sql.ref(column)} IS NOT NULL`
        : sql`ALTER TABLE users DROP COLUMN ${sql.ref(column)}`
    ).execute(db);
  }
}

async function listFormerColumns(db: Kysely<never>): Promise<[string, string][]> {
  const users = (await db.introspection.getTables()).find(({ name }) => name === 'users');
  const names = new Set(users?.columns.map(({ name }) => name));
  return Object.entries(FORMER_COLUMNS).filter(([, column]) => names.has(column));
}
