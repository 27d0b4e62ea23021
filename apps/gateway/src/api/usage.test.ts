import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { manualClock } from '../platform/clock.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** A Wednesday, 2026-11-18T15:00:00Z. */
const NOW = 1_795_014_000;

describe.each(databaseKinds)('usage over time on %s', (kind) => {
  let gateway: TestGateway;
  let person: Client;
  let other: Client;

  const use = (client: Client, hour: number, model: string, quota: number) =>
    gateway.app.domain.store.db
      .insertInto('usage_hourly')
      .values({
        hour,
        user_id: client.id,
        username: '',
        model_name: model,
        channel_id: 1,
        token_id: 1,
        group: 'default',
        request_count: 2,
        quota,
        prompt_tokens: 30,
        completion_tokens: 12,
      })
      .execute();

  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock: manualClock(NOW * 1000) });
    person = await gateway.user({ name: 'person' });
    other = await gateway.user({ name: 'other' });
    await use(person, NOW, 'a', 10);
    await use(person, NOW - HOUR, 'a', 20);
    await use(person, NOW - HOUR, 'b', 5);
    await use(person, NOW - 3 * DAY, 'a', 100);
    await use(person, NOW - 200 * DAY, 'a', 1000);
    await use(other, NOW, 'a', 7);
  });
  afterAll(() => gateway.close());

  const read = async (client: Client, path: string) =>
    (
      (await client.call('GET', path)).body.data as unknown as {
        model_name: string;
        created_at: number;
        quota: number;
      }[]
    ).map(({ model_name, created_at, quota }) => [model_name, created_at, quota]);

  test('an owner sees only their own calls, by hour and model, with calls and tokens', async () => {
    const path = '/api/data/self/?username=other';
    expect(await read(person, path)).toEqual([
      ['a', NOW - HOUR, 20],
      ['b', NOW - HOUR, 5],
      ['a', NOW, 10],
    ]);
    expect((await person.call('GET', path)).body.data).toContainEqual({
      model_name: 'b',
      created_at: NOW - HOUR,
      quota: 5,
      count: 2,
      token_used: 42,
    });
    expect((await person.call('GET', '/api/data/')).status).toBe(403);
  });

  test("administrators see everybody’s calls, or one user's", async () => {
    const all = await read(gateway.root, '/api/data/');
    expect(all.find(([, at]) => at === NOW)).toEqual(['a', NOW, 17]);
    expect(await read(gateway.root, '/api/data/?username=other')).toEqual([['a', NOW, 7]]);
    expect(await read(gateway.root, '/api/data/?username=nobody')).toEqual([]);
  });

  test("days begin at midnight and weeks on Sunday, in the reader's time zone", async () => {
    const day = NOW - (NOW % DAY);
    expect(await read(other, '/api/data/self/?default_time=day')).toEqual([['a', day, 7]]);
    // 15:00 in London is 01:00 of the next day 10 hours further east.
    const east = `utc_offset=${10 * HOUR}`;
    expect(await read(other, `/api/data/self/?default_time=day&${east}`)).toEqual([
      ['a', day + 14 * HOUR, 7],
    ]);
    const sunday = day - 3 * DAY;
    expect(new Date(sunday * 1000).getUTCDay()).toBe(0);
    expect(await read(person, '/api/data/self/?default_time=week')).toEqual([
      ['a', sunday, 130],
      ['b', sunday, 5],
    ]);
  });

  test('the window is respected; one too long for its span loses its older part', async () => {
    const hours = await read(person, `/api/data/self/?start_timestamp=1&end_timestamp=${NOW - 1}`);
    expect(hours.map(([, , quota]) => quota)).toEqual([100, 20, 5]);
    const weeks = await read(person, '/api/data/self/?default_time=week&start_timestamp=1');
    expect(weeks[0]?.[2]).toBe(1000);
    for (const bad of ['start_timestamp=x', 'default_time=year', 'utc_offset=99999999'])
      expect(await read(person, `/api/data/self/?${bad}`)).toHaveLength(3);
  });

  test('while the dashboard is off its calls are refused, with the reason', async () => {
    await gateway.setOption('DataExportEnabled', 'false');
    const { body } = await person.call('GET', '/api/data/self/');
    expect(body).toMatchObject({ success: false, code: 'dashboard_disabled' });
    await gateway.setOption('DataExportEnabled', 'true');
  });
});
