import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const COMPLETION = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
});
const setting = JSON.stringify({ multi_key: 'round_robin' });

describe('a channel with several keys', () => {
  let scene: RelayScene;

  beforeEach(async () => {
    scene = await startRelayScene();
  });
  afterEach(() => scene.close());

  const make = (keys: string, fields = {}) => scene.channel(keys, { setting, ...fields });
  const status = async (id: number) =>
    (
      (await scene.gateway.root.call('GET', `/api/channel/${id}`)).body.data as unknown as {
        status: number;
      }
    ).status;
  const calls = async (count: number) => {
    const statuses = new Set<number>();
    for (let call = 0; call < count; call += 1) statuses.add((await scene.chat()).status);
    expect([...statuses]).toEqual([200]);
    return scene.keysTried();
  };

  test('is one channel, and uses its keys in rotation', async () => {
    await make('k1\nk2\n\nk3\nk1');
    const { body } = await scene.gateway.root.call('GET', '/api/channel/');
    expect((body.data as unknown as { total: number }).total).toBe(1);
    expect(await calls(6)).toEqual(['k1', 'k2', 'k3', 'k1', 'k2', 'k3']);
  });

  test('uses its keys at random if its setting says so', async () => {
    await make('k1\nk2', { setting: JSON.stringify({ multi_key: 'random' }) });
    expect(await calls(3)).toEqual(['k2', 'k2', 'k2']);
  });

  test('becomes one channel per line without the setting', async () => {
    await scene.gateway.channel({ name: 'x', key: 'k1\nk2', base_url: scene.simulator.url });
    const { body } = await scene.gateway.root.call('GET', '/api/channel/');
    expect((body.data as unknown as { total: number }).total).toBe(2);
  });

  test.each(['status-401', 'status-403', 'status-403-quota'] as const)(
    'skips a rejected key (%s) and serves the same call with the next, whatever RetryTimes says',
    async (fault) => {
      await make('k1\nk2\nk3');
      scene.faults.set('k1', fault);
      expect(await calls(4)).toEqual(['k1', 'k2', 'k3', 'k2', 'k3']);
    },
  );

  test('tries at most five further keys in one call after its first was rejected', async () => {
    const keys = ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8'];
    await make(keys.join('\n'));
    for (const key of keys) scene.faults.set(key, 'status-401');
    expect((await scene.chat()).status).toBe(502);
    expect(scene.keysTried()).toEqual(keys.slice(0, 6));
  });

  test.each([
    [402, 'This request requires more credits, or fewer max_tokens.'],
    [429, 'Request too large for gpt-4o-mini on tokens per min (TPM): Limit 1, Requested 2.'],
  ])(
    'passes a call that is beyond the account of one key (%i) to the next',
    async (code, message) => {
      const upstream = createServer((request, response) => {
        request.resume();
        const isPoor = request.headers.authorization === 'Bearer k1';
        response.writeHead(isPoor ? code : 200, { 'content-type': 'application/json' });
        response.end(isPoor ? JSON.stringify({ error: { message } }) : COMPLETION);
      });
      await once(upstream.listen(0, '127.0.0.1'), 'listening');
      await make('k1\nk2', {
        base_url: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      });
      try {
        for (let call = 0; call < 4; call += 1) expect((await scene.chat()).status).toBe(200);
      } finally {
        await new Promise((resolve) => upstream.close(resolve));
      }
    },
  );

  test('skips a rate-limited key for exactly its Retry-After', async () => {
    await make('k1\nk2');
    scene.faults.set('k1', 'status-429-retry-after');
    expect(await calls(3)).toEqual(['k1', 'k2', 'k2', 'k2']);
    scene.faults.clear();
    scene.clock.advance(7000);
    expect((await calls(2)).toSorted((left, right) => left.localeCompare(right))).toEqual([
      'k1',
      'k2',
    ]);
  });

  test('is disabled only when all its keys are rejected', async () => {
    await scene.gateway.setOption('AutomaticDisableChannelEnabled', 'true');
    const { id } = await make('k1\nk2');
    scene.faults.set('k1', 'status-401');
    await calls(3);
    expect(await status(id)).toBe(1);
    scene.faults.set('k2', 'status-401');
    expect((await scene.chat()).status).toBe(502);
    await expect.poll(() => status(id)).toBe(3);
  });

  test('remembers keys by value, not by position in the list', async () => {
    const { id } = await make('k1\nk2');
    scene.faults.set('k1', 'status-401');
    await calls(2);
    await scene.gateway.root.call('PUT', '/api/channel/', { id, key: 'k3\nk2\nk1' });
    scene.keysTried();
    expect(await calls(4)).not.toContain('k1');
  });

  test('passes its test while any of its keys is valid', async () => {
    const { id } = await make('k1\nk2');
    scene.faults.set('k1', 'status-401');
    const tested = async () =>
      (await scene.gateway.root.call('GET', `/api/channel/test/${id}`)).body.success;
    expect(await tested()).toBe(true);
    scene.faults.set('k2', 'status-401');
    expect(await tested()).toBe(false);
  });

  test('logs which key was used, by its fingerprint only', async () => {
    await make('k1\nk2');
    scene.faults.set('k1', 'status-401');
    await scene.chat();
    const [row] = await scene.logs();
    const attempts = row?.other.admin_info?.attempts ?? [];
    expect(attempts).toMatchObject([
      { status: 401, key: expect.stringMatching(/^[0-9a-f]{12}$/) },
      { status: 200, key: expect.stringMatching(/^[0-9a-f]{12}$/) },
    ]);
    expect(attempts[0]?.key).not.toBe(attempts[1]?.key);
    expect(row?.other.admin_info?.why).toBe('next-key');
  });

  test('keeps a conversation on its key, where the prompt is cached', async () => {
    await make('k1\nk2\nk3');
    for (let call = 0; call < 4; call += 1) await scene.chat({ prompt_cache_key: 'c' });
    expect(new Set(scene.keysTried()).size).toBe(1);
  });

  test('fails over to another channel when its keys are exhausted', async () => {
    await make('k1\nk2', { priority: 5 });
    await scene.channel('other');
    await scene.gateway.setOption('RetryTimes', '1');
    for (const key of ['k1', 'k2']) scene.faults.set(key, 'status-429');
    expect(await calls(2)).toEqual(['k1', 'k2', 'other', 'other']);
  });
});
