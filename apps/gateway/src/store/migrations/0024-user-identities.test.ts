import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../../test-support/databases.ts';
import { connectSqlite } from '../connect-sqlite.ts';
import { openPostgres } from '../open-postgres.ts';
import { openStore } from '../open-store.ts';
import type { Database } from '../schema.ts';
import { WriterDialect } from '../writer-dialect.ts';
import { createUserIdentities } from './0024-user-identities.ts';
import { columnKinds } from './column-kinds.ts';
import { createMigrationProvider } from './index.ts';

type Opened = Awaited<ReturnType<typeof createTestDatabase>>;

/** The database as it was before the migration. */
async function openFormer(kind: 'sqlite' | 'postgres', { databaseUrl, dataDir }: Opened) {
  const store = databaseUrl ? await openPostgres(databaseUrl, { mayEnd: () => true }) : undefined;
  const db =
    store?.db ??
    new Kysely<Database>({
      dialect: new WriterDialect(connectSqlite(join(dataDir, 'tollgate.db'), { cacheMb: 8 })),
    });
  const migrator = new Migrator({ db, provider: createMigrationProvider(kind) });
  const { error } = await migrator.migrateTo('0023-traffic');
  if (error) throw error as Error;
  return { db, close: async () => (store ? store.close() : db.destroy()) };
}

const insertFormerUser = (db: Kysely<Database>, id: number, columns: Record<string, string>) =>
  db
    .insertInto('users')
    .values({
      id,
      username: `u${id}`,
      username_lower: `u${id}`,
      display_name: '',
      role: 1,
      status: 1,
      group: 'default',
      aff_code: `code${id}`,
      created_at: 1,
      deleted_at: id === 3 ? 5 : null,
      ...columns,
    })
    .execute();

const EXPECTED = [
  ['github', '10', 1],
  ['github', '30', 3],
  ['linuxdo', '20', 2],
  ['telegram', '40', 1],
  ['wechat', 'openid', 2],
];

test.each(databaseKinds)(
  'identities move from columns of users into their table on %s, of deleted users too, and whatever was done before a crash stays',
  async (kind) => {
    const database = await createTestDatabase(kind);
    const former = await openFormer(kind, database);
    await insertFormerUser(former.db, 1, { github_id: '10', telegram_id: '40' });
    await insertFormerUser(former.db, 2, { linux_do_id: '20', wechat_id: 'openid' });
    await insertFormerUser(former.db, 3, { github_id: '30' });
    await insertFormerUser(former.db, 4, {});
    // As far as a start came that was killed after its first statements.
    const context = { db: former.db as unknown as Kysely<never>, columns: columnKinds(kind) };
    await former.db.schema
      .createTable('user_identities')
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('bound_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('user_identities_pk', ['provider', 'subject'])
      .addUniqueConstraint('user_identities_by_user', ['user_id', 'provider'])
      .execute();
    await former.db
      .insertInto('user_identities')
      .values({ provider: 'github', subject: '10', user_id: 1, bound_at: 0 })
      .execute();
    await createUserIdentities(context);
    await createUserIdentities(context);
    await former.close();

    const { db, close } = await openStore(database);
    const rows = await db.selectFrom('user_identities').selectAll().execute();
    expect(
      rows
        .toSorted(
          (left, right) =>
            left.provider.localeCompare(right.provider) || left.user_id - right.user_id,
        )
        .map(({ provider, subject, user_id: id }) => [provider, subject, id]),
    ).toEqual(EXPECTED);
    const left = await sql<{ github_id?: string | null }>`SELECT * FROM users`.execute(db);
    expect(left.rows.filter((row) => (row.github_id ?? null) !== null)).toEqual([]);
    await close();
    await database.remove();
  },
);

test.each(databaseKinds)(
  'an identity belongs to one user, and a user has one a provider, on %s',
  async (kind) => {
    const database = await createTestDatabase(kind);
    const { db, close } = await openStore(database);
    await insertFormerUser(db, 11, {});
    await insertFormerUser(db, 12, {});
    const bind = (subject: string, id: number) =>
      db
        .insertInto('user_identities')
        .values({ provider: 'github', subject, user_id: id, bound_at: 1 })
        .execute();
    await bind('1', 11);
    await expect(bind('1', 12)).rejects.toThrow(/unique/i);
    await expect(bind('2', 11)).rejects.toThrow(/unique/i);
    await bind('2', 12);
    await close();
    await database.remove();
  },
);
