import { VIEWS_PER_LIST_MAX } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

describe.each(databaseKinds)('saved views on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  const save = (client: Client, name: string, search = 'type=5', list = 'logs') =>
    client.call('PUT', '/api/view/', { list, name, search });
  const read = async (client: Client, list = 'logs') =>
    (await client.call('GET', `/api/view/?list=${list}`)).body.data as {
      id: number;
      name: string;
      search: string;
    }[];

  test('a view is stored per user, list and name; the same name replaces it, and nobody else sees or deletes it', async () => {
    const [person, other] = [await gateway.user(), await gateway.user()];
    await save(person, 'failed');
    await save(person, 'Alice', 'username=alice');
    await save(person, 'failed', 'type=5&range=7d');
    await save(person, 'failed', 'status=2', 'users');
    expect(await read(person)).toMatchObject([
      { name: 'Alice', search: 'username=alice' },
      { name: 'failed', search: 'type=5&range=7d' },
    ]);
    expect(await read(other)).toEqual([]);
    const [view] = await read(person);
    const remove = async (client: Client) =>
      (await client.call('DELETE', `/api/view/${view?.id}`)).body.code ?? 'done';
    expect([await remove(other), await remove(person), await remove(person)]).toEqual([
      'view_not_found',
      'done',
      'view_not_found',
    ]);
    expect((await read(person)).map(({ name }) => name)).toEqual(['failed']);
  });

  test('a name has 1 to 40 characters, and a list has a limited number of views, each of which may still be replaced', async () => {
    const person = await gateway.user();
    const code = async (name: string) => (await save(person, name)).body.code ?? 'done';
    expect([await code(' '), await code('x'.repeat(41))]).toEqual([
      'view_name_length',
      'view_name_length',
    ]);
    // Concurrently, as each would only count the earlier ones.
    const names = Array.from({ length: VIEWS_PER_LIST_MAX + 10 }, (_, number) => `v${number}`);
    const codes = await Promise.all(names.map(code));
    expect(codes.filter((one) => one === 'done')).toHaveLength(VIEWS_PER_LIST_MAX);
    const [kept] = await read(person);
    expect([await code('more'), await code(kept?.name ?? '')]).toEqual(['view_too_many', 'done']);
  });
});
