import type { ChannelHealthDetail, ChannelKey, ChannelRow } from '@tollgate/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { writeReason } from '../../domain/error-texts.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

describe('administering channel health', () => {
  let scene: RelayScene;
  let id: number;

  beforeEach(async () => {
    scene = await startRelayScene();
    ({ id } = await scene.channel('several', {
      key: 'sk-one\nsk-two\nsk-three',
      setting: '{"multi_key":"round_robin"}',
    }));
  });
  afterEach(() => scene.close());

  const call = (method: string, path: string, body?: unknown, language = 'en') =>
    scene.gateway.root.call(method, path, body, { 'accept-language': language });
  const health = async () =>
    (await call('GET', `/api/channel/health/${id}`)).body.data as unknown as ChannelHealthDetail;
  const row = async () => (await call('GET', '/api/channel/')).body.data.items as ChannelRow[];

  test('every key of a channel is listed with its position and state, but never its value', async () => {
    scene.faults.set('sk-one', 'status-401');
    await scene.chat();
    const { keys } = await health();
    expect(keys).toMatchObject([
      { position: 1, dead: true, state: 'cooling' },
      { position: 2, dead: false, state: 'closed', until_ms: 0 },
      { position: 3, dead: false, state: 'closed' },
    ]);
    expect(JSON.stringify(keys)).not.toContain('sk-');
    expect((await row())[0]?.health).toEqual({
      state: 'closed',
      until_ms: 0,
      models_resting: 0,
      keys_resting: 0,
      keys_dead: 1,
      key_count: 3,
    });
  });

  test("the key list shows the reason and end of a key's cooldown, until the key is released", async () => {
    const keys = async () =>
      (await call('GET', `/api/channel/keys/${id}`)).body.data as unknown as ChannelKey[];
    scene.faults.set('sk-one', 'status-401');
    await scene.chat();
    const [one, two] = await keys();
    const { nowMs } = scene.clock;
    expect(one).toMatchObject({
      state: 'cooling',
      fault: { what: expect.stringContaining('401'), at_ms: nowMs() },
    });
    expect(one?.until_ms).toBeGreaterThan(nowMs());
    expect(two).toMatchObject({ state: 'closed', fault: null });
    await call('POST', '/api/channel/release', { id, key: one?.fingerprint });
    expect((await keys()).map(({ fault }) => fault)).toEqual([null, null, null]);
  });

  test('releasing a dead key makes only that key available again', async () => {
    scene.faults.set('sk-one', 'status-401').set('sk-two', 'status-401');
    await scene.chat();
    scene.keysTried();
    scene.faults.clear();
    const [one, two] = (await health()).keys;
    expect([one?.dead, two?.dead]).toEqual([true, true]);
    await call('POST', '/api/channel/release', { id, key: one?.name });
    const after = (await health()).keys.map(({ dead }) => dead);
    expect(after).toEqual([false, true, false]);
    for (let calls = 0; calls < 4; calls += 1) await scene.chat();
    expect(new Set(scene.keysTried())).toEqual(new Set(['sk-one', 'sk-three']));
  });

  test('a key is tested individually, enabled or not: its own fault is reported, and passing clears its faults', async () => {
    const read = async () => (await call('GET', `/api/channel/${id}`)).body.data;
    const keys = (await health()).keys.map(({ name }) => name);
    scene.faults.set('sk-one', 'status-401').set('sk-two', 'status-401');
    await scene.chat();
    await call('PUT', '/api/channel/keys', { id, fingerprint: keys[2], on: false });
    scene.keysTried();
    scene.faults.delete('sk-one');
    const testKey = async (position: number) => {
      const wish = { id, fingerprint: keys[position] };
      const { body } = await call('POST', '/api/channel/keys/test', wish);
      return [body.success, body.data['status'], scene.keysTried()];
    };
    expect(await testKey(0)).toEqual([true, 200, ['sk-one']]);
    expect(await testKey(1)).toEqual([false, 401, ['sk-two']]);
    expect(await testKey(2)).toEqual([true, 200, ['sk-three']]);
    expect((await health()).keys.map(({ dead }) => dead)).toEqual([false, true]);
    expect(await read()).toMatchObject({ test_time: 0, test_fault: null });
    const unknown = await call('POST', '/api/channel/keys/test', { id, fingerprint: 'nope' });
    expect(unknown.body.code).toBe('channel_key_not_found');
    const { items } = (await call('GET', '/api/audit/?action=testChannelKey')).body.data;
    expect(items).toMatchObject([
      { object_id: String(id), changes: expect.arrayContaining([{ field: 'passed', to: 'true' }]) },
      { changes: expect.arrayContaining([{ field: 'fingerprint', to: keys[1] }]) },
      { changes: expect.arrayContaining([{ field: 'fingerprint', to: keys[0] }]) },
    ]);
  });

  test('releasing a channel clears all its faults at once', async () => {
    scene.faults.set('sk-one', 'status-401').set('sk-two', 'status-404-model');
    await scene.chat();
    await scene.chat();
    await call('POST', '/api/channel/release', { id });
    const { state, models, keys } = await health();
    expect([state, models, keys.some(({ dead }) => dead)]).toEqual(['closed', [], false]);
  });

  test('a missing key or channel is reported as such', async () => {
    const { body } = await call('POST', '/api/channel/release', { id, key: 'nope' });
    expect(body.code).toBe('channel_key_not_found');
    expect((await call('POST', '/api/channel/release', { id: 999 })).body.code).toBe(
      'channel_not_found',
    );
    expect((await call('GET', '/api/channel/health/999')).body.code).toBe('channel_not_found');
  });

  test("the reason why a channel was disabled for slowness is in the reader's language", async () => {
    await scene.gateway.setOption('AutomaticDisableChannelEnabled', 'true');
    const { catalog, channelHealth } = scene.gateway.app.domain;
    const slow = writeReason('reason_slow_test', { seconds: 7.25, limit: 5 });
    await channelHealth.disable(catalog.find(id) as RuntimeChannel, slow);
    const reason = async (language: string) =>
      (await call('GET', `/api/channel/${id}`, undefined, language)).body.data.status_reason;
    expect(await reason('en')).toBe('the test took 7.25 s, over the limit of 5 s');
    expect(await reason('zh')).toBe('测试用时 7.25 秒，超过上限 5 秒');
    const notice = async (language: string) =>
      (
        (await call('GET', '/api/log/?type=4', undefined, language)).body.data.items as {
          content: string;
        }[]
      )[0]?.content;
    await expect.poll(() => notice('en')).toMatch(/several.*the test took/);
    expect(await notice('zh')).toMatch(/several.*测试用时/);
  });
});
