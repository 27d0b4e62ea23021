import { failFirst, type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { findFreePort } from '@tollgate/tools';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { createChannelTester } from '../domain/channels/channel-test.ts';
import { retestDisabledChannels } from '../domain/jobs/retest-disabled-channels.ts';

const CHANNEL_KEY = 'sk-upkeep-canary';

describe.each(databaseKinds)('tests and balances of channels on %s', (kind) => {
  let simulator: Simulator;
  let gateway: TestGateway;
  let id: number;

  beforeAll(async () => {
    // A port that nobody else is given while the simulator refuses.
    simulator = await startOpenAiSimulator({ port: await findFreePort() });
    gateway = await startTestGateway({ kind });
    // The jobs run when a test says so, not beside it.
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

  test('a test tells the time at the top level and notes it on the channel', async () => {
    const { body } = await call(`/api/channel/test/${id}?model=gpt-4o`);
    expect(body).toMatchObject({ success: true, message: '', time: expect.any(Number) });
    expect(JSON.parse(simulator.requests.at(-1)?.body ?? '')).toMatchObject({ model: 'gpt-4o' });
    expect(await read()).toMatchObject({
      response_time: Math.round((body.time as number) * 1000),
      test_time: expect.any(Number),
    });
  });

  test('a failed test says why in the language of the reader, never shows the key, and leaves the response time', async () => {
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

  test('the balance of an upstream is answered, noted, and a failure of it says why', async () => {
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

  test('the models of an upstream are read for stored and for unsaved channels, else the reason is told', async () => {
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

  test('the test of all channels tells how it went and, in the language of the reader, who failed', async () => {
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

  describe('channels that the gateway switched off', () => {
    const retest = () => {
      const { domain } = gateway.app;
      const job = retestDisabledChannels(domain.options, createChannelTester(domain));
      return job.run(new AbortController().signal);
    };

    test('are switched on by a good test where the option allows it, and only there', async () => {
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

    test('do not hold up a node that stops, even while an upstream hangs', async () => {
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

    test('are left alone when a person switched them off', async () => {
      await setStatus(2);
      const before = simulator.requests.length;
      await retest();
      expect(simulator.requests.length).toBe(before);
      expect(await read()).toMatchObject({ status: 2 });
    });
  });
});
