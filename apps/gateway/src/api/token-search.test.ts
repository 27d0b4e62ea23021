import { type Token, tokenFields, TOKENS_PER_USER_MAX } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { createApiKey } from '../domain/accounts/api-key-administration.ts';

describe.each(databaseKinds)("searching one's own keys on %s", (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  test('keys are 48 letters and digits, shown to their owner, and found by the whole key, either end, and name', async () => {
    const person = await gateway.user();
    const token = await gateway.token(person, { name: 'alpha' });
    await gateway.token(person, { name: 'beta' });
    expect(token.key).toMatch(/^[0-9A-Za-z]{48}$/);
    const found = async (query: string) =>
      (
        (await person.call('GET', `/api/token/search?${query}`)).body.data.items as {
          name: string;
        }[]
      ).map(({ name }) => name);
    expect(await found('keyword=ALPH')).toEqual(['alpha']);
    expect(await found(`token=sk-${token.key}`)).toEqual(['alpha']);
    expect(await found(`token=${token.key.slice(0, 10)}`)).toEqual(['alpha']);
    expect(await found(`token=${token.key.slice(1, 11)}`)).toEqual([]);
    expect(await found(`keyword=${token.key.slice(-4)}`)).toEqual(['alpha']);
    expect(await found(`keyword=sk-${token.key.slice(0, 6)}`)).toEqual(['alpha']);
    expect(await found(`keyword=${token.key.slice(1, 7)}`)).toEqual([]);
    expect((await person.call('GET', '/api/token/?p=0&size=1')).body.data).toMatchObject({
      page: 1,
      size: 1,
      total: 2,
    });
  });

  test('keys are found by their displayed status, and each status is counted', async () => {
    const person = await gateway.user();
    const { id } = await gateway.token(person, { name: 'off' });
    await person.call('PUT', '/api/token/?status_only=true', { id, status: 2 });
    await gateway.token(person, { name: 'past', expired_time: 1 });
    await gateway.token(person, { name: 'spent', unlimited_quota: false, remain_quota: 0 });
    await gateway.token(person, { name: 'fine' });
    const search = async (query: string) =>
      (await person.call('GET', `/api/token/search?${query}`)).body.data as unknown as {
        items: Token[];
        statuses: { status: number; count: number }[];
      };
    const names = [];
    for (const status of [1, 2, 3, 4])
      names.push((await search(`status=${status}`)).items.map((row: Token) => row.name));
    expect(names).toEqual([['fine'], ['off'], ['past'], ['spent']]);
    const { statuses } = await search('status=2');
    expect(statuses.toSorted((one, other) => one.status - other.status)).toEqual(
      [1, 2, 3, 4].map((status) => ({ status, count: 1 })),
    );
    expect((await search('keyword=fin')).statuses).toEqual([{ status: 1, count: 1 }]);
  });

  test('nobody gets more keys than a user may have, not even by concurrent requests', async () => {
    const person = await gateway.user();
    const { id } = await gateway.token(person);
    const { db } = gateway.app.domain.store;
    const { id: _id, ...row } = await db
      .selectFrom('tokens')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: TOKENS_PER_USER_MAX - 3 }, (_, n) => ({
      ...row,
      key_hash: `${row.key_hash}-${n}`,
    }));
    for (let at = 0; at < copies.length; at += 500)
      await db
        .insertInto('tokens')
        .values(copies.slice(at, at + 500))
        .execute();
    const owner = { id: person.id, group: 'default', memberId: 0, onlyOwn: false };
    const input = tokenFields.parse({ name: 'one' });
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, () => createApiKey(gateway.app.domain, owner, input)),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });
});
