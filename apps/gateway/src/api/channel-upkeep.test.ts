import type { ChannelHistory } from '@tollgate/contract';
import type { UpstreamFault } from '@tollgate/dialects';
import { failFirst, type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { findFreePort } from '@tollgate/tools';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import type { RuntimeChannel } from '../domain/channels/channel-catalog.ts';
import { createChannelTester } from '../domain/channels/channel-test.ts';
import { retestDisabledChannels } from '../domain/jobs/retest-disabled-channels.ts';

const CHANNEL_KEY = 'sk-upkeep-canary';

describe.each(databaseKinds)('tests and balances of channels on %s', (kind) => {
  let simulator: Simulator;
  let gateway: TestGateway;
  let id: number;

  beforeAll(async () => {
    // A port that nobody else gets while the simulator is down.
    simulator = await startOpenAiSimulator({ port: await findFreePort() });
    gateway = await startTestGateway({ kind });
    // The jobs run only when a test calls them, not in the background.
    await gateway.app.jobs.stop();
    ({ id } = await gateway.channel({
      base_url: simulator.url,
      key: CHANNEL_KEY,
      models: 'gpt-4o-mini,gpt-4o',
    }));
  });
  afterAll(async () => {
    await gateway.close();
    await simulator.close();
  });
  beforeEach(() => simulator.script(undefined));

  const call = (path: string, language = 'en') =>
    gateway.root.call('GET', path, undefined, { 'accept-language': language });
  const read = async () => (await call(`/api/channel/${id}`)).body.data;
  const setStatus = (status: number) =>
    gateway.app.domain.changes.commit({ topic: 'channels' }, async (trx) => {
      await trx.updateTable('channels').set({ status }).where('id', '=', id).execute();
    });

  test('a test returns its time and when the response began at the top level, and records it on the channel', async () => {
    const { body } = await call(`/api/channel/test/${id}?model=gpt-4o`);
    expect(body).toMatchObject({ success: true, message: '', time: expect.any(Number) });
    expect(body.data.first_byte_ms).toBeGreaterThan(0);
    expect(body.data.first_byte_ms).toBeLessThanOrEqual(Math.round((body.time as number) * 1000));
    expect(JSON.parse(simulator.requests.at(-1)?.body ?? '')).toMatchObject({ model: 'gpt-4o' });
    expect(await read()).toMatchObject({
      response_time: Math.round((body.time as number) * 1000),
      test_time: expect.any(Number),
    });
  });

  test("a failed test states its cause in the reader's language, never shows the key, and keeps the response time", async () => {
    const { response_time } = await read();
    simulator.script(failFirst(1, 'status-401'));
    const { body } = await call(`/api/channel/test/${id}`);
    expect(body).toMatchObject({ success: false, code: 'channel_test_failed' });
    expect(body.data).toMatchObject({ status: 401 });
    expect(await read()).toMatchObject({ response_time });
    expect(JSON.stringify(body)).not.toContain(CHANNEL_KEY);
    await simulator.refuse();
    expect((await call(`/api/channel/test/${id}`, 'zh')).body.message).toBe(
      '测试失败：无法连接上游',
    );
    await simulator.accept();
  });

  test('the history of a channel has its cooldowns, its last test, auto-disables, and who changed what', async () => {
    const { domain } = gateway.app;
    const made = await gateway.channel({ base_url: simulator.url, key: CHANNEL_KEY, weight: 1 });
    const channel = domain.catalog.find(made.id) as RuntimeChannel;
    await gateway.root.call('PUT', '/api/channel/', { id: made.id, weight: 7 });
    const refused = { kind: 'rate-limit', http: 429, retryAfterMs: 5000, bannable: false };
    domain.channelHealth.begin(channel, 'gpt-4o').failed(refused as UpstreamFault);
    await gateway.setOption('AutomaticDisableChannelEnabled', 'true');
    await domain.channelHealth.disable(channel, '401 key refused');
    await gateway.setOption('AutomaticDisableChannelEnabled', 'false');
    simulator.script(failFirst(1, 'status-401'));
    await call(`/api/channel/test/${made.id}`);
    const { events, pieces, edges } = (await call(`/api/channel/history/${made.id}`)).body
      .data as unknown as ChannelHistory;
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'cooled', seconds: 5, fault: '429 rate-limit' }),
        expect.objectContaining({ kind: 'disabled', reason: '401 key refused' }),
        expect.objectContaining({
          kind: 'tested',
          who: 'root',
          ms: 0,
          cause: expect.objectContaining({ code: 'key_rejected' }),
        }),
        expect.objectContaining({
          kind: 'changed',
          who: 'root',
          action: 'updateChannel',
          changes: [{ field: 'weight', to: '7' }],
        }),
      ]),
    );
    expect(events.map(({ at }) => at)).toEqual(
      events.map(({ at }) => at).toSorted((left, right) => right - left),
    );
    expect([pieces.length, edges.length]).toEqual([24, 25]);
    expect(JSON.stringify(events)).not.toContain(CHANNEL_KEY);
    const other = await gateway.channel({ base_url: simulator.url, key: CHANNEL_KEY });
    const { events: ofOther } = (await call(`/api/channel/history/${other.id}`)).body
      .data as unknown as ChannelHistory;
    expect(ofOther.map(({ kind }) => kind)).toEqual(['changed']);
    expect((await call('/api/channel/history/99999')).body.code).toBe('channel_not_found');
    for (const one of [made, other]) await gateway.root.call('DELETE', `/api/channel/${one.id}`);
    simulator.script(undefined);
  });

  describe('before a channel is created', () => {
    const wish = () => ({ name: 'draft', type: 1, base_url: simulator.url, models: 'gpt-4o-mini' });
    const tryOut = async (fields: object) =>
      (
        await gateway.root.call(
          'POST',
          '/api/channel/test',
          { ...wish(), ...fields },
          { 'accept-language': 'en' },
        )
      ).body;
    const count = async () => (await call('/api/channel/')).body.data.total;

    test('it can be tested with the first of its keys, and nothing is stored', async () => {
      const before = await count();
      const body = await tryOut({ key: 'sk-draft-canary\nsk-other', test: 'gpt-4o' });
      expect(body).toMatchObject({ success: true, data: { model: 'gpt-4o', cause: null } });
      const { headers } = simulator.requests.at(-1) ?? {};
      expect(headers?.['authorization']).toBe('Bearer sk-draft-canary');
      expect(await count()).toBe(before);
    });

    test('a failed test states its cause and never shows the key', async () => {
      simulator.script(failFirst(1, 'status-401'));
      const body = await tryOut({ key: 'sk-draft-canary' });
      expect(body).toMatchObject({
        success: false,
        code: 'channel_test_failed',
        data: { status: 401, cause: { code: 'key_rejected', model: 'gpt-4o-mini' } },
      });
      expect(JSON.stringify(body)).not.toContain('sk-draft-canary');
    });

    test('the key of a copied channel is sent to no other address, and what cannot be created is not tested', async () => {
      const sent = simulator.requests.length;
      const copied = await tryOut({ id, base_url: `${simulator.url}/elsewhere` });
      expect(copied.code).toBe('channel_key_again');
      expect((await tryOut({})).code).toBe('channel_key_required');
      expect((await tryOut({ key: 'k', group: 'nobody' })).success).toBe(false);
      expect(simulator.requests).toHaveLength(sent);
      expect(await tryOut({ id })).toMatchObject({ success: true });
    });
  });

  test('the balance of an upstream is returned and stored, and a failure states its cause', async () => {
    const { body } = await call(`/api/channel/update_balance/${id}/`);
    expect(body).toMatchObject({ success: true, balance: 100, data: { balance: 100 } });
    expect(await read()).toMatchObject({ balance: 100, balance_updated_time: expect.any(Number) });
    await simulator.refuse();
    const failed = (await call(`/api/channel/update_balance/${id}/`)).body;
    expect(failed).toMatchObject({
      code: 'balance_failed',
      message: 'Could not get the balance: could not reach the upstream',
    });
    await simulator.accept();
  });

  test('the models of an upstream are read for stored and unsaved channels, and a failure states its cause', async () => {
    const stored = (await call(`/api/channel/fetch_models/${id}`)).body.data;
    expect(stored.length).toBeGreaterThan(0);
    const unsaved = await gateway.root.call('POST', '/api/channel/fetch_models', {
      base_url: `${simulator.url}/`,
      key: 'any',
      type: 1,
    });
    expect(unsaved.body.data).toEqual(stored);
    const messageOf = async (fields: object, language: string) =>
      (
        await gateway.root.call(
          'POST',
          '/api/channel/fetch_models',
          { base_url: simulator.url, key: 'any', type: 1, ...fields },
          { 'accept-language': language },
        )
      ).body.message;
    expect(await messageOf({ base_url: `${simulator.url}/nowhere` }, 'en')).toBe(
      'failed to get model list: HTTP 404',
    );
    expect(await messageOf({ type: 18 }, 'en')).toBe(
      'failed to get model list: this channel type has no model list',
    );
    await simulator.refuse();
    expect(await messageOf({}, 'zh')).toBe('获取模型列表失败：无法连接上游');
    await simulator.accept();
  });

  test('the headers of a channel’s setting are sent with requests for models and balance, as with calls', async () => {
    const setting = JSON.stringify({ header_override: { 'X-Tenant': 'blue' } });
    const { id: own } = await gateway.channel({ base_url: simulator.url, setting });
    const sent = simulator.requests.length;
    await call(`/api/channel/fetch_models/${own}`);
    await call(`/api/channel/update_balance/${own}/`);
    const draft = { base_url: simulator.url, key: 'any', type: 1, setting };
    await gateway.root.call('POST', '/api/channel/fetch_models', draft);
    const tenants = simulator.requests.slice(sent).map(({ headers }) => headers['x-tenant']);
    expect(tenants.length).toBeGreaterThanOrEqual(4);
    expect(new Set(tenants)).toEqual(new Set(['blue']));
    await gateway.root.call('DELETE', `/api/channel/${own}/`);
  });

  test("testing all channels reports the result and, in the reader's language, which failed", async () => {
    await simulator.refuse();
    await call('/api/channel/test');
    const progress = async (language: string) =>
      (await call('/api/channel/test_progress', language)).body.data;
    await expect.poll(async () => (await progress('en')).running).toBe(false);
    expect(await progress('en')).toMatchObject({
      total: 1,
      done: 1,
      failed: 1,
      finished_at: expect.any(Number),
      failures: [{ id, name: 'simulator', reason: 'could not reach the upstream' }],
    });
    expect((await progress('zh')).failures).toMatchObject([{ reason: '无法连接上游' }]);
    await simulator.accept();
  });

  test('testing selected channels tests only those, whatever their status, and disables none', async () => {
    const [off, other] = [
      await gateway.channel({ name: 'chosen', base_url: simulator.url, key: 'any' }),
      await gateway.channel({ name: 'left alone', base_url: simulator.url, key: 'any' }),
    ];
    await gateway.root.call('PUT', '/api/channel/batch', { changes: [{ id: off.id, status: 2 }] });
    await gateway.setOption('AutomaticDisableChannelEnabled', 'true');
    simulator.script(failFirst(10, 'status-401'));
    const ids = [off.id, id, off.id];
    await gateway.root.call('POST', '/api/channel/batch/test', { ids });
    const progress = async () => (await call('/api/channel/test_progress', 'en')).body.data;
    await expect.poll(async () => (await progress()).running).toBe(false);
    expect(await progress()).toMatchObject({ total: 2, done: 2, failed: 2 });
    const stateOf = async (channel: number) =>
      (await gateway.root.call('GET', `/api/channel/${channel}`)).body.data;
    expect(await stateOf(off.id)).toMatchObject({ status: 2, test_fault: { status: 401 } });
    expect(await stateOf(id)).toMatchObject({ status: 1, test_fault: { status: 401 } });
    expect(await stateOf(other.id)).toMatchObject({ test_time: 0 });
    simulator.script(undefined);
    await gateway.setOption('AutomaticDisableChannelEnabled', 'false');
    for (const one of [off, other]) await gateway.root.call('DELETE', `/api/channel/${one.id}`);
  });

  describe('channels that the gateway disabled', () => {
    const retest = () => {
      const { domain } = gateway.app;
      const job = retestDisabledChannels(domain.options, createChannelTester(domain));
      return job.run(new AbortController().signal);
    };

    test('are enabled by a successful test only if the option allows it', async () => {
      await setStatus(3);
      await retest();
      expect(await read()).toMatchObject({ status: 3 });
      await gateway.setOption('AutomaticEnableChannelEnabled', 'true');
      simulator.script(failFirst(1, 'status-401'));
      await retest();
      expect(await read()).toMatchObject({ status: 3 });
      await retest();
      expect(await read()).toMatchObject({ status: 1 });
    });

    test('do not delay the shutdown of a node, even while an upstream hangs', async () => {
      await setStatus(3);
      const before = simulator.requests.length;
      simulator.script(failFirst(1, 'hang-before-headers'));
      const stop = new AbortController();
      const { domain } = gateway.app;
      const job = retestDisabledChannels(domain.options, createChannelTester(domain));
      const running = job.run(stop.signal);
      await expect.poll(() => simulator.requests.length).toBe(before + 1);
      stop.abort();
      await running;
      expect(await read()).toMatchObject({ status: 3 });
    });

    test('are left alone if a person disabled them', async () => {
      await setStatus(2);
      const before = simulator.requests.length;
      await retest();
      expect(simulator.requests.length).toBe(before);
      expect(await read()).toMatchObject({ status: 2 });
    });
  });
});
