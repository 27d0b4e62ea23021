import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { eraseUsers } from '../domain/accounts/erase-users.ts';
import { expirePayloads } from '../domain/jobs/expire-payloads.ts';
import { rotateMasterKey } from '../domain/rotate-master-key.ts';
import { manualClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';

const MODEL = 'gpt-4o-mini';
const DAY_MS = 86_400_000;

describe.each(databaseKinds)('payloads on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 1, 12));
  let database: TestDatabase;
  let gateway: TestGateway;
  let [main, second] = [] as unknown as [Simulator, Simulator];
  const channels: number[] = [];
  let owner: Client;
  let secret = '';
  let keyId = 0;
  beforeAll(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    gateway = await startTestGateway({ kind, clock, database });
    await gateway.app.jobs.stop();
    [main, second] = [await startOpenAiSimulator(), await startOpenAiSimulator()];
    const fields = [
      { name: 'main', base_url: main.url, priority: 9 },
      { name: 'second', base_url: second.url },
    ];
    for (const each of fields) channels.push((await gateway.channel(each)).id);
    owner = await gateway.user({ quota: 1_000_000 });
    ({ secret, id: keyId } = await gateway.token(owner));
    await watch(true);
  });
  afterAll(async () => {
    await gateway.close();
    await Promise.all([main.close(), second.close()]);
    await database.remove();
  });

  const watch = (on: boolean, by = gateway.root, id = keyId) =>
    by.call('PUT', `/api/token/${id}/payload_log`, { on });
  const rows = async () => {
    await gateway.app.domain.payloads.flush();
    const { db } = gateway.app.domain.store;
    return db.selectFrom('payloads').selectAll().orderBy('created_at').orderBy('call_id').execute();
  };
  /** Makes a call; returns the id of its stored payload. */
  const call = async (content: string, more: object = {}, key = secret) => {
    const known = new Set((await rows()).map(({ call_id: id }) => id));
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content }], ...more }),
    });
    expect(response.status).toBe(200);
    await response.text();
    return (await rows()).find(({ call_id: id }) => !known.has(id))?.call_id ?? '';
  };
  const read = (id: string, by: Client = gateway.root) => by.call('GET', `/api/payload/${id}`);
  const replay = (id: string, channel: number | undefined, by: Client = gateway.root) =>
    by.call('POST', `/api/payload/${id}/replay`, { channel });
  const audited = async (action: string) => {
    const { db } = gateway.app.domain.store;
    return db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();
  };
  /** Sessions last for 30 days and stay confirmed for minutes. */
  const pass = async (days: number) => {
    clock.advance(days * DAY_MS);
    const now = Math.floor(clock.nowMs() / 1000);
    await gateway.app.domain.store.db
      .updateTable('sessions')
      .set({ created_at: now, expires_at: now + 86_400, confirmed_at: now })
      .execute();
  };

  test('only a signed-in super admin reads, replays and switches; each of these is audited', async () => {
    const id = await call('words of the owner');
    const admin = await gateway.user({ role: 10 });
    const { body } = await gateway.root.call('GET', '/api/user/token');
    const byToken: Client = {
      ...gateway.root,
      call: (method, path, sent) =>
        gateway.visitor.call(method, path, sent, {
          authorization: `Bearer ${body.data as unknown as string}`,
          'new-api-user': String(gateway.root.id),
        }),
    };
    const before = (await audited('readPayload')).length;
    for (const by of [gateway.visitor, owner, admin, byToken])
      for (const attempt of [read(id, by), replay(id, channels[0], by), watch(false, by)]) {
        const { status, body: refused } = await attempt;
        expect([401, 403]).toContain(status);
        expect(JSON.stringify(refused)).not.toContain('words of the owner');
      }
    expect(await audited('readPayload')).toHaveLength(before);
    const told = await read(id);
    expect(JSON.stringify(told.body.data)).toContain('words of the owner');
    expect((await audited('readPayload')).at(-1)).toMatchObject({
      actor_id: gateway.root.id,
      object_id: id,
    });
    expect((await audited('setPayloadLog')).at(-1)).toMatchObject({ object_id: String(keyId) });
  });

  test('owner and administrators see on the key that its payloads are stored', async () => {
    const own = await owner.call('GET', `/api/token/${keyId}`);
    expect(own.body.data).toMatchObject({ payload_log: true });
    const managed = await gateway.root.call('GET', `/api/user/${owner.id}/tokens`);
    expect(managed.body.data).toMatchObject({ items: [{ payload_log: true }] });
    const sent = { id: keyId, name: 'key', payload_log: false };
    await owner.call('PUT', '/api/token/', sent);
    expect((await owner.call('GET', `/api/token/${keyId}`)).body.data.payload_log).toBe(true);
  });

  test('a row moved to another call or user is not shown', async () => {
    const [mine, theirs] = [await call('one'), await call('other')];
    const { db } = gateway.app.domain.store;
    const { sealed } = await db
      .selectFrom('payloads')
      .select('sealed')
      .where('call_id', '=', mine)
      .executeTakeFirstOrThrow();
    await db.updateTable('payloads').set({ sealed }).where('call_id', '=', theirs).execute();
    expect((await read(theirs)).body.code).toBe('payload_unreadable');
    await db.updateTable('payloads').set({ user_id: 1 }).where('call_id', '=', mine).execute();
    expect((await read(mine)).body.code).toBe('payload_unreadable');
  });

  test('a replay reaches only the selected channel, charges nobody and leaves no trace in the log', async () => {
    const id = await call('say it again', { stream: true });
    const state = async () => ({
      owner: (await owner.call('GET', '/api/user/self')).body.data,
      channels: (await gateway.root.call('GET', '/api/channel/')).body.data,
      logs: (await gateway.root.call('GET', '/api/log/?type=2')).body.data.total,
    });
    const [before, asked] = [await state(), [main, second].map(({ requests }) => requests.length)];
    const { body } = await replay(id, channels[1]);
    expect(body.data).toMatchObject({
      channel: channels[1],
      channel_name: 'second',
      model: MODEL,
      status: 200,
      prompt_tokens: 10,
    });
    expect(body.data.text).toContain('Hello from the simulator');
    const sent = second.requests.at(-1) as unknown as { body: Record<string, unknown> };
    expect(JSON.stringify(sent.body)).toContain('say it again');
    expect([main, second].map(({ requests }) => requests.length)).toEqual([
      asked[0],
      (asked[1] ?? 0) + 1,
    ]);
    expect(await state()).toEqual(before);
    expect((await audited('replayPayload')).at(-1)).toMatchObject({ object_id: id });
  });

  test('a replay refused by its upstream shows the refusal, and a truncated call cannot be replayed', async () => {
    const content = JSON.stringify({ sim: { fault: 'status-400' } });
    await gateway.setOption('PayloadLogModels', MODEL);
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content }] }),
    });
    expect(response.status).toBe(400);
    const failed = (await rows()).at(-1)?.call_id ?? '';
    expect((await replay(failed, channels[1])).body.data).toMatchObject({ status: 400 });
    await gateway.setOptions({ PayloadKilobytesMax: '1', PayloadLogModels: '' });
    const cut = await call('words '.repeat(500));
    expect((await replay(cut, channels[1])).body.code).toBe('payload_not_replayable');
    expect((await replay(failed, 999_999)).body.code).toBe('channel_not_found');
    await gateway.setOption('PayloadKilobytesMax', '256');
  });

  test("a user's data download includes the payloads of their calls, and of nobody else’s", async () => {
    const stranger = await gateway.user({ quota: 1_000_000 });
    const theirs = await gateway.token(stranger);
    await watch(true, gateway.root, theirs.id);
    await call('words of a stranger', {}, theirs.secret);
    await call('words of mine');
    const response = await fetch(`${gateway.url}/api/user/self/data`, {
      headers: { authorization: `Bearer ${owner.token}`, 'new-api-user': String(owner.id) },
    });
    const text = await response.text();
    expect(text).toContain('"kind":"payload"');
    expect(text).toContain('words of mine');
    expect(text).not.toContain('words of a stranger');
  });

  test('erasing a user also deletes their payloads', async () => {
    const leaver = await gateway.user({ quota: 1_000_000 });
    const key = await gateway.token(leaver);
    await watch(true, gateway.root, key.id);
    await call('words of a leaver', {}, key.secret);
    await gateway.root.call('POST', '/api/user/manage', { id: leaver.id, action: 'delete' });
    await gateway.setOption('PayloadRetentionDays', '365');
    await pass(31);
    const signal = new AbortController().signal;
    await eraseUsers(gateway.app.domain, { signal, rest: async () => {} });
    const left = await rows();
    expect(left.filter(({ user_id: id }) => Number(id) === leaver.id)).toEqual([]);
    expect(left.length).toBeGreaterThan(0);
  });

  test('after a master key rotation existing payloads stay readable, and nothing more is sealed with the old keys', async () => {
    const id = await call('from before the rotation');
    await gateway.close();
    const env = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl };
    expect(await rotateMasterKey({ config: readConfig(env), watchMs: 0 })).toMatchObject({
      unreadable: 0,
    });
    gateway = await startTestGateway({ kind, clock, database });
    await gateway.app.jobs.stop();
    expect(JSON.stringify((await read(id)).body.data)).toContain('from before the rotation');
    const later = await call('from after the rotation');
    const [before, after] = [id, later].map(
      async (each) => (await rows()).find(({ call_id: known }) => known === each)?.key_id,
    );
    expect(await before).not.toBe(await after);
  });

  test('expired payloads become unreadable at once, and are deleted with their keys by the job', async () => {
    await gateway.setOption('PayloadRetentionDays', '2');
    const id = await call('soon gone');
    await pass(2);
    expect((await read(id)).body.code).toBe('payload_not_found');
    const young = await call('still young');
    await expirePayloads(gateway.app.domain).run(new AbortController().signal);
    expect((await rows()).map(({ call_id: left }) => left)).toEqual([young]);
    await pass(2);
    await expirePayloads(gateway.app.domain).run(new AbortController().signal);
    const { db } = gateway.app.domain.store;
    const keys = await db.selectFrom('payload_keys').select('created_at').execute();
    const limit = Math.floor(clock.nowMs() / 1000) - 3 * 86_400;
    expect(keys.every(({ created_at: at }) => at >= limit)).toBe(true);
  });
});
