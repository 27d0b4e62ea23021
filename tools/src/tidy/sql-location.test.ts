import { describe, expect, test } from 'vitest';
import { sqlLocation } from './sql-location.ts';
import { findIn } from './testing/find-in.ts';

const find = (text: string, path = 'apps/gateway/src/domain/accounts/users.ts') =>
  findIn(sqlLocation, path, text);

describe('the location of SQL', () => {
  test.each([
    "db.selectFrom('users').selectAll().execute();",
    "trx.updateTable('jobs').set({ progress }).execute();",
    "trx.insertInto('logs').values(row).execute();",
    "trx.deleteFrom('leases').execute();",
    "database.prepare('DELETE FROM logs WHERE id = ?');",
    'await sql`SELECT count(*) FROM logs`.execute(db);',
  ])('%s is found outside the repositories', (text) => {
    expect(find(text)).toEqual(['1 SQL outside a repository: a function in store/ does it']);
  });

  test('repositories, the wallet’s own store and tests may contain SQL', () => {
    const text = "db.selectFrom('users').selectAll().execute();";
    expect(find(text, 'apps/gateway/src/store/users-repository.ts')).toEqual([]);
    expect(find(text, 'apps/gateway/src/domain/wallet/store/change-balance.ts')).toEqual([]);
    expect(find(text, 'apps/gateway/src/domain/wallet/nodes.test.ts')).toEqual([]);
    expect(find(text, 'apps/gateway/src/domain/wallet/leasing.ts')).toHaveLength(1);
  });

  test('words that only look like SQL are fine', () => {
    expect(find("log.info('select a channel from the list');")).toEqual([]);
    expect(find("const message = 'Update the user and delete from memory';")).toEqual([]);
  });
});
