import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../../test-support/databases.ts';
import { openFormerDatabase } from '../../../test-support/former-database.ts';
import { insertFormerUser } from '../../../test-support/insert-former-user.ts';
import { openStore } from '../open-store.ts';
import { createUserIdentities } from './0024-user-identities.ts';
import { columnKinds } from './column-kinds.ts';

const EXPECTED = [
  ['github', '10', 1],
  ['github', '30', 3],
  ['linuxdo', '20', 2],
  ['telegram', '40', 1],
  ['wechat', 'openid', 2],
];

test.each(databaseKinds)(
  "identities move from columns of users into their own table on %s, including deleted users', and what was done before a crash is kept",
  async (kind) => {
    const database = await createTestDatabase(kind);
    const former = await openFormerDatabase(kind, database, '0023-traffic');
    await insertFormerUser(former.db, 1, { github_id: '10', telegram_id: '40' });
    await insertFormerUser(former.db, 2, { linux_do_id: '20', wechat_id: 'openid' });
    await insertFormerUser(former.db, 3, { github_id: '30', deleted_at: 5 });
    await insertFormerUser(former.db, 4, {});
    // The state after a start that was killed after its first statements.
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
  'an identity belongs to one user, and a user has one per provider, on %s',
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
