import {
  CHANNEL_SORTS,
  ORDER_SORTS,
  REDEMPTION_SORTS,
  TASK_SORTS,
  TEAM_SORTS,
  TOKEN_SORTS,
} from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { emptySlice } from '../store/usage-stats.ts';
import { addUsageStats } from '../store/usage-stats-writer.ts';

const LISTS: [path: string, sorts: readonly string[]][] = [
  ['/api/channel/search', CHANNEL_SORTS],
  ['/api/order/', ORDER_SORTS],
  ['/api/redemption/search', REDEMPTION_SORTS],
  ['/api/mj/', TASK_SORTS],
  ['/api/task/', TASK_SORTS],
  ['/api/batch/', TASK_SORTS],
  ['/api/teams/', TEAM_SORTS],
  ['/api/token/search', TOKEN_SORTS],
];

describe.each(databaseKinds)('lists in the requested order, on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  const itemsOf = async (path: string) =>
    (await gateway.root.call('GET', path)).body.data.items as unknown as Record<string, unknown>[];
  const namesOf = async (path: string) => (await itemsOf(path)).map(({ name }) => name);

  test.each(LISTS)(
    '%s is sorted in both directions by all columns that it offers',
    async (path, sorts) => {
      for (const sort of sorts.flatMap((name) => [name, `-${name}`])) {
        const { status, body } = await gateway.root.call('GET', `${path}?sort=${sort}`);
        expect([sort, status, body.success]).toEqual([sort, 200, true]);
      }
    },
  );

  test('keys are sorted by name ignoring case, and by expiry with those that never expire last', async () => {
    for (const [name, expired_time] of [
      ['b', -1],
      ['A', 4_000_000_000],
      ['c', 3_000_000_000],
    ] as const)
      await gateway.root.call('POST', '/api/token/', { name, expired_time });
    expect(await namesOf('/api/token/search?sort=name')).toEqual(['A', 'b', 'c']);
    expect(await namesOf('/api/token/search?sort=expires')).toEqual(['c', 'A', 'b']);
    expect(await namesOf('/api/token/search?sort=nonsense')).toEqual(['c', 'A', 'b']);
  });

  test('keys with limits per day or month show what they have spent of them in the current period', async () => {
    const { root, app } = gateway;
    const limits = { day_quota: 400, month_quota: 1000 };
    await root.call('POST', '/api/token/', { name: 'limited', ...limits });
    const [key] = await itemsOf('/api/token/search?keyword=limited');
    const now = Math.floor(app.domain.clock.nowMs() / 1000);
    const call = { user_id: 1, channel_id: 0, group: 'default', model_name: 'm' };
    const slice = { ...emptySlice({ ...call, created_at: now, token_id: Number(key?.['id']) }) };
    await app.domain.store.transaction((trx) =>
      addUsageStats(trx, [{ ...slice, calls: 2, quota: 250, refunded: 50 }]),
    );
    const [found] = await itemsOf('/api/token/search?keyword=limited');
    expect(found?.['periods']).toMatchObject([
      { period: 'day', limit: 400, spent: 250 },
      { period: 'month', limit: 1000, spent: 250 },
    ]);
    expect((await itemsOf('/api/token/search?keyword=A'))[0]).not.toHaveProperty('periods');
  });

  test('keys show the cost after refunds of each of the last seven days (UTC), today last', async () => {
    const { root, app } = gateway;
    await root.call('POST', '/api/token/', { name: 'weekly' });
    const path = '/api/token/search?keyword=weekly';
    const [key] = await itemsOf(path);
    expect(key?.['week']).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const now = Math.floor(app.domain.clock.nowMs() / 1000);
    const call = { user_id: 1, channel_id: 0, group: 'default', model_name: 'm' };
    const slices = [0, 6, 7].map((days) => ({
      ...emptySlice({ ...call, created_at: now - days * 86_400, token_id: Number(key?.['id']) }),
      calls: 1,
      quota: 100 + days,
      refunded: 50,
    }));
    await app.domain.store.transaction((trx) => addUsageStats(trx, slices));
    expect((await itemsOf(path))[0]?.['week']).toEqual([56, 0, 0, 0, 0, 0, 50]);
    expect((await itemsOf('/api/token/'))[0]).not.toHaveProperty('week');
  });

  test('channels are sorted by their share of failed calls, those without calls last', async () => {
    const shares = { good: [9, 1], bad: [1, 9], idle: [0, 0] };
    const now = Math.floor(gateway.app.domain.clock.nowMs() / 1000);
    for (const [name, [calls = 0, failed = 0]] of Object.entries(shares)) {
      const { id } = await gateway.channel({ name, tag: 'ranked' });
      const call = { user_id: 1, token_id: 0, group: 'default', model_name: 'm' };
      const slice = emptySlice({ ...call, created_at: now, channel_id: id });
      if (calls + failed > 0)
        await gateway.app.domain.store.transaction((trx) =>
          addUsageStats(trx, [{ ...slice, calls, failed }]),
        );
    }
    const path = '/api/channel/search?tag=ranked&sort=';
    expect(await namesOf(`${path}-failures`)).toEqual(['bad', 'good', 'idle']);
    expect(await namesOf(`${path}failures`)).toEqual(['good', 'bad', 'idle']);
  });
});
