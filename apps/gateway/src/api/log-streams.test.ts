import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { insertSampleLog, sampleLogRow } from '../../test-support/insert-sample-log.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { testOnce } from '../../test-support/test-once.ts';
import { manualClock } from '../platform/clock.ts';
import { type FollowedRows, followLogs } from '../domain/log/follow-log.ts';
import { findLastLogId, insertLogRows } from '../store/logs-repository.ts';

const DAY = 24 * 3600;

describe.each(databaseKinds)('exported and followed logs on %s', (kind) => {
  let gateway: TestGateway;
  let person: Client;
  let other: Client;
  let now: number;
  let clock: ReturnType<typeof manualClock>;

  const write = (client: Client, fields: Record<string, string | number> = {}) =>
    insertSampleLog(
      gateway,
      { ...client, name: client === person ? 'person' : 'other' },
      { quota: 7, ...fields },
    );
  const get = (client: Client, path: string, signal?: AbortSignal) =>
    fetch(gateway.url + path, {
      headers: { authorization: `Bearer ${client.token}`, 'accept-language': 'en' },
      ...(signal ? { signal } : {}),
    });
  const lines = async (client: Client, path: string) => {
    const text = await (await get(client, path)).text();
    return text.replace('\ufeff', '').trimEnd().split('\r\n');
  };

  beforeAll(async () => {
    // The clock is stopped: all rows are of one second, and none is too late to be sent.
    clock = manualClock(Date.now());
    gateway = await startTestGateway({ kind, clock });
    person = await gateway.user({ name: 'person' });
    other = await gateway.user({ name: 'other' });
    now = Math.floor(gateway.app.domain.clock.nowMs() / 1000);
    await write(person, { token_name: '=HYPERLINK("http://x")', request_id: 'newest' });
    await write(person, { created_at: now - 10 * DAY, request_id: 'old' });
    await write(other, { request_id: 'of-other' });
  });
  afterAll(() => gateway.close());

  test("the file has the filter's rows, in the reader’s language, time zone and currency", async () => {
    const answer = await get(gateway.root, '/api/log/export?type=2&time_zone=Asia/Shanghai');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header, ...rows] = bytes.toString().trimEnd().split('\r\n');
    expect(header).toContain('Time (Asia/Shanghai),Request ID,Type,Channel ID');
    const time = new Date((now + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ');
    expect(rows[0]).toBe(
      `${time},of-other,Consumption,7,,${other.id},other,key,default,gpt-4o,stream,1,5,3,,4,7,0.000014,,`,
    );
    expect(rows.map((row) => row.split(',')[1])).toEqual(['of-other', 'newest']);
  });

  test('an owner’s file contains only their own rows and nothing about routing', async () => {
    const file = await lines(
      person,
      '/api/log/self/export?username=other&start_timestamp=1&type=2',
    );
    expect(file).toHaveLength(3);
    expect(file[0]).not.toMatch(/Channel|User/);
    expect(file.join('\n')).not.toContain('of-other');
  });

  test('a name that looks like a formula is text in the file', async () => {
    expect((await lines(person, '/api/log/self/export?type=2'))[1]).toContain(
      `"'=HYPERLINK(""http://x"")"`,
    );
  });

  test('a file of many pages has every row once, including those of the same second', async () => {
    const many = await gateway.user({ name: 'many' });
    const rows = Array.from({ length: 600 }, (_, number) =>
      sampleLogRow(now - (number % 3), { ...many, name: 'many' }, { request_id: `n${number}` }),
    );
    await gateway.app.domain.store.transaction((trx) => insertLogRows(trx, rows));
    const ids = (await lines(many, '/api/log/self/export?type=2'))
      .slice(1)
      .map((line) => line.split(',')[1]);
    expect(new Set(ids).size).toBe(600);
    expect(ids).toHaveLength(600);
  });

  test('followers receive new matching rows, owners only their own, without routing', async () => {
    const stop = new AbortController();
    const answer = await get(person, '/api/log/self/follow?model_name=gpt-4o', stop.signal);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let heard = decoder.decode((await reader.read()).value);
    expect(heard).toMatch(/^id: \d+\n: nothing new\n\n/);
    await write(other, { request_id: 'not-mine' });
    await write(person, { model_name: 'gpt-5', request_id: 'not-asked-for' });
    await write(person, { request_id: 'mine' });
    while (!/data: .*\n/.test(heard)) heard += decoder.decode((await reader.read()).value);
    stop.abort();
    const rows = JSON.parse(/data: (.*)\n/.exec(heard)?.[1] ?? '') as Record<string, unknown>[];
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ request_id: 'mine', channel: 0, other: '{"frt":5}' });
  });

  test('a client that reconnects receives what was written meanwhile', async () => {
    const { items } = (await other.call('GET', '/api/log/self/?type=2')).body.data as unknown as {
      items: { id: number }[];
    };
    await write(other, { request_id: 'meanwhile' });
    const answer = await get(other, `/api/log/self/follow?after_id=${items[0]?.id}`);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    let heard = '';
    while (!heard.includes('data: '))
      heard += Buffer.from((await reader.read()).value ?? []).toString();
    await reader.cancel();
    expect(heard).toContain('"meanwhile"');
  });

  test('a follower searches rows once, matching or not, and a bounded number of them at a time', async () => {
    const { domain } = gateway.app;
    const foreign = Array.from({ length: 6000 }, () =>
      sampleLogRow(now, { ...other, name: 'other' }),
    );
    const afterId = await findLastLogId(domain.store.db);
    await domain.store.transaction((trx) => insertLogRows(trx, foreign));
    await write(person, { model_name: 'far', request_id: 'behind-them' });
    const all = { type: 0, token_name: '', group: '', request_id: '', end_timestamp: 0 };
    const query = { ...all, model_name: 'far', start_timestamp: 1, after_id: afterId };
    const follower = await followLogs(domain, query, { ownerId: person.id, language: 'en' });
    const next = async () => {
      const { value } = (await follower.next()) as IteratorYieldResult<FollowedRows>;
      clock.advance(6000);
      return { ids: value.rows.map((row) => row.request_id), resumesAfter: value.lastId - afterId };
    };
    await next();
    expect(await next()).toEqual({ ids: [], resumesAfter: 0 });
    expect(await next()).toEqual({ ids: ['behind-them'], resumesAfter: 5000 });
    await follower.return(undefined);
  });

  if (kind === 'postgres')
    test('a row that another node stores late, under a lower id, is still sent, and only once', async () => {
      const answer = await get(other, '/api/log/self/follow?model_name=late');
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      let heard = '';
      const hear = async (id: string) => {
        while (!heard.includes(`"${id}"`))
          heard += Buffer.from((await reader.read()).value ?? []).toString();
      };
      heard += Buffer.from((await reader.read()).value ?? []).toString();
      const { store } = gateway.app.domain;
      const row = { model_name: 'late', created_at: now };
      await store.db.transaction().execute(async (trx) => {
        await insertSampleLog(
          {
            app: {
              domain: {
                clock: gateway.app.domain.clock,
                store: { ...store, db: trx, transaction: (work) => store.transaction(work) },
              },
            },
          },
          { ...other, name: 'other' },
          { ...row, request_id: 'stored-late' },
        );
        await write(other, { ...row, request_id: 'stored-first' });
        await hear('stored-first');
      });
      await hear('stored-late');
      await write(other, { ...row, request_id: 'the-end' });
      await hear('the-end');
      await reader.cancel();
      for (const id of ['stored-late', 'stored-first', 'the-end'])
        expect(heard.split(`"${id}"`)).toHaveLength(2);
    });

  // Concurrently, as each waits for the next check.
  describe.concurrent('a follower receives nothing more, and the response ends,', () => {
    const manage = (client: Client, action: string) =>
      gateway.root.call('POST', '/api/user/manage', { id: client.id, action });
    const ends: Record<string, (client: Client) => Promise<{ body: { success: boolean } }>> = {
      'once the session has ended': (client) => client.call('GET', '/api/user/logout'),
      'once the administrator is none': (client) => manage(client, 'demote'),
      'once the account is disabled': (client) => manage(client, 'disable'),
      'once the password has changed': ({ id }) =>
        gateway.root.call('PUT', '/api/user/', { id, password: 'another-password' }),
    };

    test.each(Object.entries(ends))('%s', async (name, end) => {
      const admin = await gateway.user({ role: 10 });
      const answer = await get(admin, '/api/log/follow?type=2');
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      expect((await end(admin)).body).toMatchObject({ success: true });
      await write(other, { request_id: `after ${name}` });
      let heard = '';
      for (let piece = await reader.read(); !piece.done; piece = await reader.read())
        heard += Buffer.from(piece.value).toString();
      expect(heard).not.toContain(`after ${name}`);
    });

    test('once a scoped token is revoked', async () => {
      const wish = { name: 'follower', scopes: ['logs:read'], expires_at: 0 };
      const made = (await other.call('POST', '/api/user/access_tokens', wish)).body.data;
      const token = String(made.token);
      const answer = await get({ ...other, token }, '/api/log/self/follow?type=2');
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      await other.call('DELETE', `/api/user/access_tokens/${String(made.id)}`);
      await write(other, { request_id: 'after revoking' });
      let heard = '';
      for (let piece = await reader.read(); !piece.done; piece = await reader.read())
        heard += Buffer.from(piece.value).toString();
      expect(heard).not.toContain('after revoking');
    });
  });

  const once = testOnce(kind);
  once('a user follows the log a limited number of times at once', async () => {
    const user = await gateway.user();
    const path = '/api/log/self/follow?type=2';
    const stops = Array.from({ length: 20 }, () => new AbortController());
    await Promise.all(stops.map(({ signal }) => get(user, path, signal)));
    const refused = await get(user, path);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    for (const stop of stops.slice(1)) stop.abort();
    await expect.poll(async () => (await get(user, path, stops[0]?.signal)).status).toBe(200);
    stops[0]?.abort();
  });

  test('failures before the first chunk have the envelope and its status', async () => {
    const refused = await get(person, '/api/log/export');
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'forbidden' }]);
    const visitor = await fetch(`${gateway.url}/api/log/self/follow`);
    expect(visitor.status).toBe(401);
  });
});
