import type { LogCourse } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { insertSampleLog } from '../../test-support/insert-sample-log.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { deleteLogsOnRequest } from '../domain/log/delete-logs-on-request.ts';
import { deleteLogs } from '../domain/log/log-reading.ts';
import { manualClock } from '../platform/clock.ts';
import { emptySlice, QUARTER, spreadSlices } from '../store/usage-stats.ts';

const HOUR = 3600;

describe.each(databaseKinds)('logs on %s', (kind) => {
  let gateway: TestGateway;
  let person: Client;
  let other: Client;
  let now: number;

  const write = (client: Client, fields: Record<string, string | number> = {}) =>
    insertSampleLog(
      gateway,
      { ...client, name: client === person ? 'person' : 'other' },
      { created_at: now - HOUR, ...fields },
    );

  beforeAll(async () => {
    // Keeps the last minute from passing during the test.
    gateway = await startTestGateway({ kind, clock: manualClock(Date.now()) });
    person = await gateway.user({ name: 'person' });
    other = await gateway.user({ name: 'other' });
    now = Math.floor(gateway.app.domain.clock.nowMs() / 1000);
    await write(person);
    await write(person, { model_name: 'gpt-4o-mini', group: 'vip', token_name: 'second' });
    await write(person, { created_at: now - 10 * 24 * HOUR, quota: 1000 });
    await write(person, { created_at: now, quota: 1, prompt_tokens: 30, completion_tokens: 12 });
    await write(other, { channel_id: 8, model_name: 'gpt%4o' });
  });
  afterAll(() => gateway.close());

  const read = async (client: Client, path: string) =>
    (await client.call('GET', path)).body.data as unknown as {
      items: Record<string, unknown>[];
      total: number;
    };

  test('an owner sees only their own entries, whatever names and channels the query contains', async () => {
    const page = await read(person, '/api/log/self/?username=other&channel=8&user_id=1&type=2');
    expect(page.total).toBe(3);
    expect(new Set(page.items.map(({ user_id }) => user_id))).toEqual(new Set([person.id]));
  });

  test('an owner sees neither the channel, nor what is for administrators only, nor an address', async () => {
    const { items } = await read(person, '/api/log/self/?type=2');
    for (const item of items) {
      expect(item).toMatchObject({ channel: 0, channel_name: '', other: '{"frt":5}' });
      expect(item).not.toHaveProperty('ip');
    }
    const { items: all } = await read(gateway.root, '/api/log/?type=2&username=person');
    expect(all[0]).toMatchObject({ channel: 7 });
    expect(all[0]?.other).toContain('use_channel');
  });

  test.each([
    ['type=2&username=other', 1],
    ['type=2&channel=7', 3],
    ['type=2&token_name=second', 1],
    ['type=2&token_name=secon', 0],
    ['type=2&group=vip', 1],
    ['type=2&model_name=gpt-4o', 2],
    ['type=2&model_name=gpt-4o%25', 3],
    ['type=2&model_name=gpt_4o', 0],
    ['type=3&username=nobody', 0],
    ['type=2&keyword=SECON', 1],
    ['type=2&keyword=4o-mini', 1],
    ['type=2&keyword=other', 1],
    ['type=2&keyword=othe', 0],
    ['type=2&keyword=gpt%25', 1],
    ['type=2&keyword=gpt&token_name=second', 1],
    ['type=2&start_timestamp=1', 5],
    ['type=2&start_timestamp=NOW', 1],
    ['type=2&start_timestamp=1&end_timestamp=NOW-100', 4],
  ])('the filter %s finds %i entries', async (query, total) => {
    const filled = query.replace('NOW-100', String(now - 100)).replace('NOW', String(now));
    expect((await read(gateway.root, `/api/log/?${filled}`)).total).toBe(total);
    const stat = (await gateway.root.call('GET', `/api/log/stat?${filled}`)).body.data;
    expect(stat).toMatchObject({ quota: expect.any(Number), rpm: expect.any(Number) });
  });

  test("a keyword finds an owner's rows by key and model, never by user name", async () => {
    expect((await read(person, '/api/log/self/?type=2&keyword=second')).total).toBe(1);
    expect((await read(person, '/api/log/self/?type=2&keyword=gpt-4O')).total).toBe(3);
    expect((await read(person, '/api/log/self/?type=2&keyword=person')).total).toBe(0);
    expect((await read(person, '/api/log/self/?type=2&keyword=gpt%25')).total).toBe(0);
  });

  test('% is a wildcard for administrators only', async () => {
    expect((await read(person, '/api/log/self/?model_name=gpt%25')).total).toBe(0);
    expect((await read(other, '/api/log/self/?model_name=gpt%254o')).total).toBe(1);
  });

  test('the sums follow the filter, the rates cover the last minute, and an owner sees only their own', async () => {
    const stat = async (client: Client, path: string) => (await client.call('GET', path)).body.data;
    const none = { refunded: 0, failed: 0 };
    expect(await stat(gateway.root, '/api/log/stat?username=person')).toEqual({
      ...none,
      quota: 21,
      calls: 3,
      rpm: 1,
      tpm: 42,
    });
    expect(await stat(other, '/api/log/self/stat?username=person')).toEqual({
      ...none,
      quota: 10,
      calls: 1,
      rpm: 0,
      tpm: 0,
    });
  });

  test('the sums of rows of a kind that costs nothing are zero, like the rows themselves', async () => {
    const stat = async (type: number) =>
      (await gateway.root.call('GET', `/api/log/stat?username=person&type=${type}`)).body.data;
    expect(await stat(2)).toMatchObject({ quota: 21, calls: 3, rpm: 1, tpm: 42 });
    for (const type of [1, 3, 4, 5])
      expect([type, await stat(type)]).toMatchObject([
        type,
        { quota: 0, calls: 0, failed: 0, rpm: 0, tpm: 0 },
      ]);
  });

  test('a type of other gateways, such as new-api’s refunds, matches nothing, in lists, sums, files and courses', async () => {
    for (const type of [6, 7]) {
      const { items, total } = await read(gateway.root, `/api/log/?type=${type}`);
      expect([items, total]).toEqual([[], 0]);
      const stat = await gateway.root.call('GET', `/api/log/stat?type=${type}`);
      expect(stat.body.data).toMatchObject({ quota: 0, refunded: 0, calls: 0, failed: 0 });
      const courseOf = async (kindOfRow: number) =>
        (await gateway.root.call('GET', `/api/log/course?type=${kindOfRow}`)).body.data;
      // As of a type without calls.
      expect(await courseOf(type)).toEqual(await courseOf(3));
      const file = await fetch(`${gateway.url}/api/log/export?type=${type}`, {
        headers: { authorization: `Bearer ${gateway.root.token}` },
      });
      expect((await file.text()).trim().split('\n')).toHaveLength(1);
    }
  });

  test('refunds are subtracted from spending: the sums, and the costs in the file, agree with the balance', async () => {
    const painter = { ...(await gateway.user({ name: 'painter' })), name: 'painter' };
    const refund = {
      event: 'task_refunded',
      params: { task: 't', action: 'IMAGINE', amount: '$1' },
    };
    const grant = { event: 'registered', params: { amount: '$1' }, quota: 9 };
    await insertSampleLog(gateway, painter, { quota: 75_000 });
    await insertSampleLog(gateway, painter, { quota: 130_137, model_name: 'mj_imagine' });
    const event = { type: 4, quota: 0, model_name: 'mj_imagine' };
    const write = (other: object) =>
      insertSampleLog(gateway, painter, { ...event, other: JSON.stringify(other) });
    await write({ ...refund, quota: 75_000 });
    await write(grant);
    await insertSampleLog(gateway, painter, { type: 5, quota: 0 });
    for (const path of ['/api/log/stat?username=painter&', '/api/log/self/stat?']) {
      const stat = async (query: string) =>
        (await (path.includes('self') ? painter : gateway.root).call('GET', path + query)).body
          .data;
      expect(await stat('')).toMatchObject({
        quota: 130_137,
        refunded: 75_000,
        calls: 2,
        failed: 1,
      });
      expect(await stat('model_name=mj_imagine')).toMatchObject({ quota: 55_137, calls: 1 });
      expect(await stat('model_name=gpt-4o')).toMatchObject({ quota: 75_000, refunded: 0 });
      expect(await stat('start_timestamp=1&end_timestamp=9')).toMatchObject({ quota: 0, calls: 0 });
    }
    const listed = async (status: string) =>
      (await read(painter, `/api/log/self/?status=${status}`)).items.map(({ type }) => type);
    expect(await listed('success')).toEqual([2, 2]);
    expect(await listed('failed')).toEqual([5]);
    const { items } = await read(gateway.root, '/api/log/?username=painter&status=refunded');
    expect(items.map(({ other }) => JSON.parse(String(other)))).toEqual([
      { ...refund, quota: 75_000 },
    ]);
    const file = await fetch(`${gateway.url}/api/log/self/export`, {
      headers: { authorization: `Bearer ${painter.token}`, 'accept-language': 'en' },
    });
    const [head = '', ...lines] = (await file.text()).trim().split('\r\n');
    const at = head.split(',').indexOf('Quota');
    const costs = lines.map((line) => Number(line.split(',')[at]));
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(130_137);
  });

  test('the course of calls comes from the statistics: of all, one model, channel, user or group, and empty for filters they do not support', async () => {
    const start = now - (now % QUARTER) - 4 * HOUR;
    const row = {
      user_id: person.id,
      token_id: 1,
      channel_id: 7,
      model_name: 'counted',
      group: 'default',
    };
    const slices = [0, 2 * QUARTER].map((later) => ({
      ...emptySlice({ ...row, created_at: start + later }),
      calls: 3,
      failed: 1,
    }));
    await gateway.app.domain.store.db
      .insertInto('usage_stats')
      .values(spreadSlices(slices))
      .execute();
    const course = async (client: Client, path: string) =>
      (await client.call('GET', `/api/log/${path}&start_timestamp=${start}`)).body
        .data as unknown as LogCourse;
    const sums = ({ pieces }: LogCourse) =>
      pieces.map(({ calls, failed }) => calls * 10 + failed).filter(Boolean);
    const all = await course(gateway.root, 'course?');
    expect(all).toMatchObject({ start, step: QUARTER });
    expect(all.pieces.slice(0, 3)).toEqual([
      { calls: 3, failed: 1 },
      { calls: 0, failed: 0 },
      { calls: 3, failed: 1 },
    ]);
    for (const known of ['model_name=counted', 'channel=7', 'username=person', 'group=default'])
      expect([known, sums(await course(gateway.root, `course?${known}`))]).toEqual([
        known,
        [31, 31],
      ]);
    expect(sums(await course(person, 'self/course?model_name=counted'))).toEqual([31, 31]);
    expect(sums(await course(other, 'self/course?model_name=counted'))).toEqual([]);
    for (const unknown of ['token_name=key', 'channel=7&model_name=counted', 'request_id=r'])
      expect((await course(gateway.root, `course?${unknown}`)).pieces).toEqual([]);
  });

  test('a window of decades is returned in as few intervals as any other', async () => {
    const { body } = await person.call('GET', '/api/log/self/course?start_timestamp=1');
    const { step, pieces } = body.data as unknown as LogCourse;
    expect(step).toBe(30 * 24 * HOUR);
    expect(pieces.length).toBeLessThanOrEqual(73);
  });

  test("the reason why a call failed is in the reader's language, and old rows are shown as they are", async () => {
    const caller = { ...(await gateway.user({ name: 'caller' })), name: 'caller' };
    const failed = (other: object) =>
      insertSampleLog(gateway, caller, {
        type: 5,
        quota: 0,
        content: '令牌额度不足',
        other: JSON.stringify(other),
      });
    await failed({ status: 404 });
    const params = { model: 'gpt-9', group: 'vip' };
    await failed({ reason: { code: 'relay_model_not_priced', params } });
    await failed({ reason: { code: 'relay_gone_meanwhile', params } });
    const contents = async (language: string) => {
      const headers = { 'accept-language': language };
      const { body } = await caller.call('GET', '/api/log/self/?type=5', undefined, headers);
      return (body.data.items as { content: string }[]).map(({ content }) => content);
    };
    const [gone, priced, old] = await contents('en');
    expect([gone, old]).toEqual(['令牌额度不足', '令牌额度不足']);
    expect(priced).toMatch(/gpt-9.*price/);
    expect((await contents('zh'))[1]).toMatch(/gpt-9.*价格/);
  });

  test('rows are found by the name that their user had when they were written', async () => {
    const renamed = await gateway.user({ name: 'before' });
    await insertSampleLog(gateway, { ...renamed, name: 'before' }, { quota: 77 });
    const stat = async (name: string) =>
      (await gateway.root.call('GET', `/api/log/stat?username=${name}`)).body.data.quota;
    expect(await stat('before')).toBe(77);
    const { body } = await gateway.root.call('PUT', '/api/user/', {
      id: renamed.id,
      username: 'after',
    });
    expect(body.success).toBe(true);
    for (const name of ['before', 'after']) {
      expect((await read(gateway.root, `/api/log/?type=2&username=${name}`)).total).toBe(1);
      expect(await stat(name)).toBe(77);
    }
    expect((await read(gateway.root, '/api/log/?username=nobody')).total).toBe(0);
    expect(await stat('nobody')).toBe(0);
  });

  test('cleaning deletes older rows, returns how many, and is logged in words', async () => {
    const clean = (time: unknown) =>
      gateway.root.call('DELETE', `/api/log/?target_timestamp=${String(time)}`);
    for (const time of ['', 'abc', 0, -1, 1.5, 1e15, 9e99])
      expect([time, (await clean(time)).body.code]).toEqual([time, 'log_time_required']);
    const all = (await read(gateway.root, '/api/log/?type=2&start_timestamp=1')).total;
    expect((await clean(now - 5 * 24 * HOUR)).body.data).toBe(1);
    expect((await read(gateway.root, '/api/log/?type=2&start_timestamp=1')).total).toBe(all - 1);
    expect((await read(gateway.root, '/api/log/?type=3')).items[0]?.content).toMatch(
      /^Log entries before \d{4}-\d\d-\d\d \d\d:\d\d UTC deleted: 1/,
    );
  });

  test('a call that ends while logs are cleaned is not deleted with them: its charge is not booked yet', async () => {
    const { domain } = gateway.app;
    const request_id = 'ended-meanwhile';
    const flush = async () => {
      await write(person, { request_id });
      await domain.wallet.flush();
    };
    await deleteLogs(
      { ...domain, wallet: { ...domain.wallet, flush } },
      { before: now + HOUR },
      { id: gateway.root.id, username: 'root' },
    );
    expect((await read(gateway.root, `/api/log/?request_id=${request_id}`)).total).toBe(1);
  });

  test('a deletion that takes longer than proxies wait continues in the background, and is not started twice', async () => {
    const { domain } = gateway.app;
    const clock = manualClock(Date.now());
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const flush = () => {
      begun.resolve();
      return held.promise;
    };
    const slow = { ...domain, clock, wallet: { ...domain.wallet, flush } };
    const actor = { id: gateway.root.id, username: 'root' };
    const first = deleteLogsOnRequest(slow, 1, actor);
    await begun.promise;
    clock.advance(20_000);
    expect(await first).toEqual({ deleted: 0, running: true });
    const again = async () =>
      (await gateway.root.call('DELETE', '/api/log/?target_timestamp=1')).body;
    expect(await again()).toMatchObject({ code: 'log_deletion_running' });
    held.resolve();
    await expect.poll(again).toMatchObject({ success: true, data: 0, running: false });
  });
});
