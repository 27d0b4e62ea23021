import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

interface Page {
  items: { kind: string; amount: number; balance_after: number; reason: string }[];
  total: number;
}

describe.each(databaseKinds)('changes of a balance on %s', (kind) => {
  let gateway: TestGateway;
  let person: Client;
  const own = '/api/user/self/balance_changes';
  const list = async (client: Client, path: string) =>
    (await client.call('GET', path)).body.data as unknown as Page;
  const readFile = async (path: string) => {
    const answer = await fetch(gateway.url + path, {
      headers: { authorization: `Bearer ${person.token}`, 'new-api-user': String(person.id) },
    });
    return answer.text();
  };
  const setQuota = (before: number, quota: number, reason: string) =>
    gateway.root.call('PUT', '/api/user/', {
      id: person.id,
      quota,
      quota_before: before,
      reason,
    });

  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    person = await gateway.user({ name: 'holder' });
    const { quota } = (await person.call('GET', '/api/user/self')).body.data;
    await setQuota(Number(quota), 1_000_000, 'opened');
    await setQuota(1_000_000, 750_000, '=mistake');
  });
  afterAll(() => gateway.close());

  test('a user reads every change newest first, with the balance after it', async () => {
    const { items } = await list(person, own);
    expect(items[0]).toMatchObject({
      kind: 'adjustment',
      amount: -250_000,
      balance_after: 750_000,
      reason: '=mistake',
    });
    expect(items[1]).toMatchObject({ balance_after: 1_000_000, reason: 'opened' });
    expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe(750_000);
  });

  test('pages follow each other without a gap', async () => {
    const all = await list(person, own);
    const second = await list(person, `${own}?p=2&page_size=1`);
    expect(second.total).toBe(all.total);
    expect(second.items).toEqual([all.items[1]]);
  });

  test('a list and its file hold only changes of the kind and time that are asked for', async () => {
    const all = await list(person, own);
    const adjusted = await list(person, `${own}?kind=adjustment`);
    expect(adjusted.items).toEqual(all.items.filter((item) => item.kind === 'adjustment'));
    expect(adjusted.total).toBe(2);
    for (const none of [
      'kind=redemption',
      'kind=other',
      'end_timestamp=1',
      'start_timestamp=9999999999',
    ])
      expect([none, (await list(person, `${own}?${none}`)).items]).toEqual([none, []]);
    expect(await list(person, `${own}?kind=nonsense&start_timestamp=-1`)).toEqual(all);
    const file = await readFile(`${own}/export?kind=redemption`);
    expect(file.trim().split('\n')).toHaveLength(1);
  });

  test('an administrator reads the same of a user; a user reads nobody else', async () => {
    const path = `/api/user/${person.id}/balance_changes`;
    expect(await list(gateway.root, path)).toEqual(await list(person, own));
    const stranger = await gateway.user({ name: 'curious' });
    expect((await stranger.call('GET', path)).status).toBe(403);
    expect(JSON.stringify(await list(stranger, own))).not.toContain('mistake');
    const missing = await gateway.root.call('GET', '/api/user/987654/balance_changes');
    expect(missing.body.success).toBe(false);
  });

  test('the file has a row a change, in dollars, and no cell that runs as a formula', async () => {
    const lines = (await readFile(`${own}/export`)).trim().split('\r\n');
    const { total } = await list(person, own);
    expect(lines).toHaveLength(total + 1);
    expect(lines[1]).toMatch(/-0\.5,1\.5/);
    expect(lines[1]).toContain("'=mistake");
  });
});
