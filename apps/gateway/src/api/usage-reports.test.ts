import type {
  BalanceForecast,
  ChannelActivity,
  ChannelHistory,
  UsageReport,
} from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { manualClock } from '../platform/clock.ts';
import { countLatency } from '../store/latency-histogram.ts';
import { emptySlice } from '../store/usage-stats.ts';
import { addUsageStats } from '../store/usage-stats-writer.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** A Wednesday, 2026-11-18T15:00:00Z. */
const NOW = 1_795_014_000;
const MIDNIGHT = NOW - 15 * HOUR;

interface ActivityAnswer {
  edges: number[];
  channels: ChannelActivity[];
}

describe.each(databaseKinds)('usage reports on %s', (kind) => {
  let gateway: TestGateway;
  let person: Client;
  let other: Client;

  interface Use {
    client: Client;
    at: number;
    model?: string;
    quota?: number;
    refunded?: number;
    failed?: number;
    ms?: number;
  }
  const use = ({ client, at, model = 'a', quota = 0, refunded = 0, failed = 0, ms = 400 }: Use) => {
    const slice = emptySlice({
      created_at: at,
      user_id: client.id,
      token_id: client.id * 10,
      channel_id: 1,
      model_name: model,
      group: 'default',
    });
    if (quota > 0) countLatency(slice.firstToken, ms);
    if (quota > 0) countLatency(slice.total, 2 * ms);
    const counts = { calls: quota > 0 ? 1 : 0, quota, refunded, failed, promptTokens: 30 };
    return gateway.app.domain.store.transaction((trx) =>
      addUsageStats(trx, [{ ...slice, ...counts, completionTokens: 12 }]),
    );
  };

  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock: manualClock(NOW * 1000) });
    person = await gateway.user({ name: 'person' });
    other = await gateway.user({ name: 'other' });
    await use({ client: person, at: NOW - HOUR, quota: 100 });
    await use({ client: person, at: NOW - HOUR, failed: 3 });
    await use({ client: person, at: NOW - DAY, model: 'b', quota: 50, ms: 1600 });
    await use({ client: person, at: NOW - DAY + HOUR, model: 'b', refunded: 20 });
    await use({ client: other, at: NOW - 2 * HOUR, model: '=c', quota: 7 });
    // In the previous range: inside the part that is compared, and after it.
    await use({ client: person, at: MIDNIGHT - 3 * DAY + HOUR, quota: 11 });
    await use({ client: person, at: MIDNIGHT - DAY - HOUR, quota: 1000 });
  });
  afterAll(() => gateway.close());

  async function read(client: Client, path: string): Promise<UsageReport> {
    const range = `start=${MIDNIGHT - DAY}&end=${MIDNIGHT + DAY - 1}`;
    const { body } = await client.call('GET', `${path}?${range}&piece=day&time_zone=UTC&${QUERY}`);
    return body.data as unknown as UsageReport;
  }
  const QUERY = `before_start=${MIDNIGHT - 3 * DAY}&before_end=${MIDNIGHT - DAY - 1}`;

  test('administrators see everybody’s net spend, calls, failures and latencies, in total, by day and by model, and the rows plus the rest sum up', async () => {
    const report = await read(gateway.root, '/api/data/report');
    expect(report.totals).toMatchObject({ spend: 137, refunded: 20, calls: 6, failed: 3 });
    expect(report.pieces.map(({ spend }) => spend)).toEqual([30, 107]);
    expect(report.edges).toEqual([MIDNIGHT - DAY, MIDNIGHT, MIDNIGHT + DAY]);
    expect(report.totals.first_token_p50).toBeGreaterThan(330);
    expect(report.totals.first_token_p95).toBeGreaterThan(1300);
    expect(report.rows.map(({ key, values }) => [key, values])).toEqual([
      ['a', [0, 100]],
      ['b', [30, 0]],
      ['=c', [0, 7]],
    ]);
    expect(report.other).toMatchObject({ spend: 0, calls: 0 });
    expect(report.revenue).toEqual({ total: 0, before: 0, values: [0, 0], before_values: [0, 0] });
  });

  test('each report counts what it can be broken down by, for owners their own models and keys', async () => {
    const all = { model: 3, channel: 1, user: 2, key: 2, group: 1 };
    expect((await read(gateway.root, '/api/data/report')).counts).toEqual(all);
    expect((await read(person, '/api/data/self/report')).counts).toMatchObject({ model: 2 });
    const alone = `/api/data/report?user_id=${other.id}&start=${NOW - 3 * HOUR}&end=${NOW}`;
    const { body } = await gateway.root.call('GET', alone);
    expect(Object.keys(body.data.counts as object)).toEqual(['model', 'key']);
    expect(body.data.counts).toMatchObject({ model: 1 });
    const early = `/api/data/report?start=${NOW - HOUR}&end=${NOW}`;
    const { body: hour } = await gateway.root.call('GET', early);
    expect(hour.data.counts).toMatchObject({ model: 1, user: 1, key: 1 });
  });

  test('a range that is not over is compared with an equally long part of the previous one', async () => {
    const report = await read(gateway.root, '/api/data/report');
    // Of 48 hours 39 have passed: the charge of the 47th hour two days before is not included.
    expect(report.before).toMatchObject({ spend: 11, calls: 1 });
    expect(report.before_values).toEqual([11, 1000]);
  });

  test('what has no row is in the rest, so that figures and charts always sum to the total', async () => {
    const { body } = await gateway.root.call(
      'GET',
      `/api/data/report?start=${MIDNIGHT - DAY}&end=${NOW}&by=user&limit=1&measure=calls`,
    );
    const report = body.data as unknown as UsageReport;
    expect([report.count, report.rows[0]?.name, report.rows[0]?.figures.calls]).toEqual([
      2,
      'person',
      5,
    ]);
    expect(report.other).toMatchObject({ spend: 7, calls: 1 });
    const charted = [...(report.rows[0]?.values ?? []), ...report.other_values];
    expect(charted.reduce((sum, value) => sum + value, 0)).toBe(6);
  });

  test("owners see only their own calls, by model or key, and neither revenue nor everybody's rate", async () => {
    const report = await read(other, '/api/data/self/report');
    expect(report.totals).toMatchObject({ spend: 7, calls: 1 });
    expect(report.rows.map(({ key }) => key)).toEqual(['=c']);
    expect(report.revenue).toBeNull();
    expect((await read(person, '/api/data/self/report')).totals.spend).toBe(130);
    for (const path of ['report', 'export', 'now'])
      expect((await person.call('GET', `/api/data/${path}`)).status).toBe(403);
  });

  test('administrators see one user as that user does', async () => {
    const { body } = await gateway.root.call(
      'GET',
      `/api/data/report?user_id=${other.id}&end=${NOW}`,
    );
    const report = body.data as unknown as UsageReport;
    expect([report.totals.spend, report.rows[0]?.key, report.revenue]).toEqual([7, '=c', null]);
  });

  test('a file has a line per day and key, in the reader’s time zone, with formulas as text', async () => {
    const path = `/api/data/export?start=${MIDNIGHT - DAY}&end=${NOW}&piece=day&time_zone=Asia/Kolkata`;
    const headers = { authorization: `Bearer ${gateway.root.token}`, 'accept-language': 'en' };
    const text = await (await fetch(gateway.url + path, { headers })).text();
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toContain('(Asia/Kolkata)');
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual([
      ['2026-11-18 00:00:00', 'a'],
      ['2026-11-17 05:30:00', 'b'],
      ['2026-11-18 00:00:00', "'=c"],
    ]);
  });

  test('with calls on fewer than 3 of the last 7 days there is no forecast; from the third on it is the balance divided by the daily spend', async () => {
    const forecast = async () =>
      (await person.call('GET', '/api/data/self/forecast')).body.data as unknown as BalanceForecast;
    expect(await forecast()).toMatchObject({ spend_per_day: 163, days_left: expect.any(Number) });
    const { body } = await other.call('GET', '/api/data/self/forecast');
    expect(body.data).toMatchObject({ spend_per_day: null, days_left: null, empty_at: null });
    const { balance, days_left: left } = await forecast();
    expect(left).toBeCloseTo(balance / 163, 0);
  });

  test("administrators see the outcome of each requested channel's calls in the last 24 hours, and nothing of others or older", async () => {
    const path = (piece: string) => `/api/channel/activity?ids=1,77&piece=${piece}`;
    const { body } = await gateway.root.call('GET', path('hour'));
    const { edges, channels } = body.data as unknown as ActivityAnswer;
    // The current quarter of an hour is included, so that calls before 15:15 are not.
    expect([edges[0], edges.at(-1), edges.length]).toEqual([NOW - DAY + 900, NOW + 900, 25]);
    const [activity] = channels;
    expect(channels.map(({ id }) => id)).toEqual([1]);
    const at = (hoursAgo: number) => 23 - hoursAgo;
    expect(activity?.answered.flatMap((count, hour) => (count ? [[hour, count]] : []))).toEqual([
      [at(2), 1],
      [at(1), 1],
    ]);
    expect(activity?.failed.flatMap((count, hour) => (count ? [[hour, count]] : []))).toEqual([
      [at(1), 3],
    ]);
    // All took 400 ms; the 1600 ms of a day ago are outside the window.
    expect(Math.abs((activity?.first_token_ms?.p50 ?? 0) - 400)).toBeLessThan(80);
    expect(activity?.first_token_ms?.p95).toBeLessThan(480);
    const quarters = (await gateway.root.call('GET', path('quarter'))).body
      .data as unknown as ActivityAnswer;
    expect(quarters.edges).toHaveLength(97);
    await gateway.channel({});
    const { pieces } = (await gateway.root.call('GET', '/api/channel/history/1')).body
      .data as unknown as ChannelHistory;
    const measured = pieces.flatMap(({ first_token_ms: first, total_ms: total }, hour) =>
      first && total ? [[hour, Math.abs(first.p50 - 400) < 80, total.p95 >= first.p95]] : [],
    );
    expect(measured).toEqual([
      [at(2), true, true],
      [at(1), true, true],
    ]);
    expect(quarters.channels[0]?.failed.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test('the activity of no channels, of more than a page holds, and for users is refused', async () => {
    const ask = (client: Client, ids: string) =>
      client.call('GET', `/api/channel/activity?ids=${ids}`);
    const many = Array.from({ length: 201 }, (_, index) => index + 1).join(',');
    for (const ids of ['', 'x', many])
      expect((await ask(gateway.root, ids)).body.success).toBe(false);
    expect((await ask(person, '1')).status).toBe(403);
  });

  test('reports are refused while the dashboard is off', async () => {
    await gateway.root.call('PUT', '/api/option/', { key: 'DataExportEnabled', value: 'false' });
    for (const path of ['report', 'self/report', 'export', 'now'])
      expect((await gateway.root.call('GET', `/api/data/${path}`)).body.success).toBe(false);
    await gateway.root.call('PUT', '/api/option/', { key: 'DataExportEnabled', value: 'true' });
  });
});
