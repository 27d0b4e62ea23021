import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../test-support/databases.ts';
import { openStore, type Store } from './open-store.ts';
import { containsText, hasWord, matchesPattern, startsWithText } from './search.ts';

describe.each(databaseKinds)('searching on %s', (kind) => {
  let database: TestDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    store = await openStore(database);
    const names = ['Ключ', 'ÄRGER', '100%', '100x', 'a_b', 'axb', 'back\\slash', 'aaaaaa'];
    for (const [index, tag] of names.entries())
      await store.db
        .insertInto('option_history')
        .values({ changed_at: index, actor_id: 0, actor_name: tag, changes: '' })
        .execute();
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  const find = async (condition: ReturnType<typeof containsText<'option_history'>>) =>
    (
      await store.db.selectFrom('option_history').select('actor_name').where(condition).execute()
    ).map(({ actor_name }) => actor_name);
  const contains = (text: string) => find(containsText<'option_history'>('actor_name', text));
  const matches = (text: string) => find(matchesPattern<'option_history'>('actor_name', text));

  test('letter case is ignored, in any script', async () => {
    expect(await contains('КЛЮЧ')).toEqual(['Ключ']);
    expect(await contains('ärger')).toEqual(['ÄRGER']);
  });

  test("the database's wildcards are ordinary characters of a search text", async () => {
    expect(await contains('0%')).toEqual(['100%']);
    expect(await contains('a_b')).toEqual(['a_b']);
    expect(await contains('k\\s')).toEqual(['back\\slash']);
    expect(await find(hasWord<'option_history'>('actor_name', '%'))).toEqual([]);
  });

  test('a word of a list and the beginning of a name are found exactly as they are', async () => {
    await store.db
      .insertInto('option_history')
      .values({ changed_at: 9, actor_id: 0, actor_name: 'VIP,a_b', changes: '' })
      .execute();
    const having = (word: string) => find(hasWord<'option_history'>('actor_name', word));
    const starting = (text: string) => find(startsWithText<'option_history'>('actor_name', text));
    expect([await having('VIP'), await having('vip')]).toEqual([['VIP,a_b'], []]);
    expect([await having('a_b'), await having('a.b')]).toEqual([['a_b', 'VIP,a_b'], []]);
    expect([await starting('VIP'), await starting('vip')]).toEqual([['VIP,a_b'], []]);
    expect([await starting('a_'), await starting('a.')]).toEqual([['a_b'], []]);
  });

  test('a pattern treats % as a wildcard, up to a limit', async () => {
    expect(await matches('100%')).toEqual(['100%', '100x']);
    expect(await matches('%%%%%%%%%%%%a%%%%%%%a%')).toContain('aaaaaa');
    expect(await matches('%a%a%a%a%a%')).toEqual([]);
    expect(await matches('a_b')).toEqual(['a_b']);
  });
});
