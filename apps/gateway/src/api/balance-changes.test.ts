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

interface Days {
  opening: number;
  has_earlier: boolean;
  time_zone: string;
  items: { start: number; balance_after: number; changes: { kind: string; amount: number }[] }[];
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

  test('a user reads every change, newest first, with the balance after it', async () => {
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

  test('pages continue without a gap', async () => {
    const all = await list(person, own);
    const second = await list(person, `${own}?p=2&page_size=1`);
    expect(second.total).toBe(all.total);
    expect(second.items).toEqual([all.items[1]]);
  });

  test('a list and its file contain only changes of the requested kind and period', async () => {
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

  test("an administrator reads the same about a user; a user reads nobody else's", async () => {
    const path = `/api/user/${person.id}/balance_changes`;
    expect(await list(gateway.root, path)).toEqual(await list(person, own));
    const stranger = await gateway.user({ name: 'curious' });
    expect((await stranger.call('GET', path)).status).toBe(403);
    expect(JSON.stringify(await list(stranger, own))).not.toContain('mistake');
    const missing = await gateway.root.call('GET', '/api/user/987654/balance_changes');
    expect(missing.body.success).toBe(false);
  });

  test('the file has one row per change, in dollars, and no cell is evaluated as a formula', async () => {
    const lines = (await readFile(`${own}/export`)).trim().split('\r\n');
    const { total } = await list(person, own);
    expect(lines).toHaveLength(total + 1);
    expect(lines[1]).toMatch(/-0\.5,1\.5/);
    expect(lines[1]).toContain("'=mistake");
  });

  test('the days of a month sum to the ledger, and end at its balance', async () => {
    const { items } = await list(person, own);
    const days = (await person.call('GET', '/api/user/self/balance_days')).body
      .data as unknown as Days;
    const [newest] = days.items;
    const changes = days.items.flatMap((day) => day.changes);
    expect(days.opening).toBe(0);
    expect(days.has_earlier).toBe(false);
    expect(newest?.balance_after).toBe(750_000);
    const sums = (rows: readonly { kind: string; amount: number }[]) => {
      const kinds: Record<string, number> = {};
      for (const row of rows) kinds[row.kind] = (kinds[row.kind] ?? 0) + row.amount;
      return kinds;
    };
    expect(sums(changes)).toEqual(sums(items));
    expect(sums(changes)).toHaveProperty('adjustment');
  });

  test('a month after the last change starts with the remaining balance, one before the first with nothing', async () => {
    const read = async (month: string) =>
      (await person.call('GET', `/api/user/self/balance_days?month=${month}`)).body
        .data as unknown as Days;
    expect(await read('2999-12')).toMatchObject({
      month: '2999-12',
      opening: 750_000,
      has_earlier: true,
      items: [],
    });
    expect(await read('1999-01')).toMatchObject({ opening: 0, has_earlier: false, items: [] });
    expect((await read('nonsense')).items).toHaveLength(1);
  });

  test("entries that a node with a skewed clock booked among a month's entries are in its sums", async () => {
    const { domain } = gateway.app;
    const late = await gateway.user({ name: 'late' });
    const at = Math.floor(Date.now() / 1000);
    const [setBack, ahead] = [at - 70 * 86_400, at + 70 * 86_400];
    let balance = Number((await late.call('GET', '/api/user/self')).body.data.quota);
    for (const [place, createdAt] of [at, setBack, ahead, at].entries()) {
      balance += 10;
      await domain.store.db
        .insertInto('ledger')
        .values({
          user_id: late.id,
          kind: 'adjustment',
          amount: 10,
          balance_after: balance,
          reference: '',
          reason: '',
          actor_id: 1,
          idempotency_key: `clock-${place}`,
          created_at: createdAt,
        })
        .execute();
    }
    const { items, opening } = (await late.call('GET', '/api/user/self/balance_days')).body
      .data as unknown as Days;
    const sum = items
      .flatMap(({ changes }) => changes)
      .reduce((all, { amount }) => all + amount, 0);
    expect(opening + sum).toBe(balance);
    expect(items[0]?.balance_after).toBe(balance);
  });

  test('days are those of the requested time zone', async () => {
    const starts = await Promise.all(
      ['Asia/Shanghai', 'America/New_York', 'Nowhere/At_All'].map(async (zone) => {
        const path = `/api/user/self/balance_days?time_zone=${zone}`;
        const { time_zone: read, items } = (await person.call('GET', path)).body
          .data as unknown as Days;
        const day = new Intl.DateTimeFormat('en', {
          timeZone: read,
          timeStyle: 'medium',
          hourCycle: 'h23',
        });
        return [read, day.format((items[0]?.start ?? 1) * 1000)];
      }),
    );
    expect(starts).toEqual([
      ['Asia/Shanghai', '00:00:00'],
      ['America/New_York', '00:00:00'],
      ['UTC', '00:00:00'],
    ]);
  });
});
