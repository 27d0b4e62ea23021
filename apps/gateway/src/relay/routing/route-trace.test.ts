import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

describe('why a channel was chosen', () => {
  let scene: RelayScene;

  beforeEach(async () => {
    scene = await startRelayScene();
  });
  afterEach(() => scene.close());

  const lastInfo = async () => (await scene.logs())[0]?.other.admin_info;

  test('an ordinary call is explained by ids only', async () => {
    const high = [
      await scene.channel('a', { priority: 5 }),
      await scene.channel('b', { priority: 5 }),
    ];
    const low = await scene.channel('c');
    await scene.chat();
    const info = await lastInfo();
    expect(info).toEqual({
      use_channel: [String(high[1]?.id)],
      attempts: [expect.objectContaining({ channel: high[1]?.id, status: 200 })],
      why: 'weight',
      candidates: [
        [5, high.map(({ id }) => id)],
        [0, [low.id]],
      ],
    });
  });

  test('other routing is explained by each decision and the state of all candidates', async () => {
    await scene.gateway.setOption('RetryTimes', '2');
    const first = await scene.channel('first', { priority: 9, weight: 3 });
    const second = await scene.channel('second', { priority: 5 });
    const third = await scene.channel('third');
    scene.faults.set('first', 'status-429');
    scene.faults.set('second', 'cut-before-start');
    await scene.chat();
    const tiers = (states: string[]) => [
      { priority: 9, channels: [[first.id, 3, states[0]]] },
      { priority: 5, channels: [[second.id, 0, states[1]]] },
      { priority: 0, channels: [[third.id, 0, states[2]]] },
    ];
    const { attempts = [], decisions = [] } = (await lastInfo()) ?? {};
    expect(attempts).toMatchObject([
      { channel: first.id, status: 429, fault: 'rate_limit_exceeded', kind: 'rate-limit' },
      { channel: second.id, status: 0, fault: 'upstream_unreachable', kind: 'network' },
      { channel: third.id, status: 200 },
    ]);
    expect(decisions.map((decision) => decision.tiers)).toEqual([
      tiers(['tried', 'open', 'open']),
      tiers(['tried', 'tried', 'open']),
    ]);
    await scene.chat();
    expect((await lastInfo())?.decisions?.[0]?.tiers).toEqual(tiers(['cooling', 'open', 'open']));
  });

  test('faults of channels that the call could not use do not lengthen the row', async () => {
    await scene.channel('a');
    await scene.channel('b', { models: 'gpt-4o' });
    scene.faults.set('b', 'status-429');
    await scene.chat({ model: 'gpt-4o' });
    await scene.chat();
    expect((await lastInfo())?.decisions).toBeUndefined();
  });

  test('a last resort is named as such', async () => {
    await scene.channel('only');
    scene.faults.set('only', 'status-429');
    await scene.chat();
    await scene.chat();
    expect((await lastInfo())?.why).toBe('last-resort');
  });

  test('the times of a stream include its headers, its first chunk and its end', async () => {
    await scene.channel('a');
    await scene.chat({ stream: true });
    const [attempt] = (await lastInfo())?.attempts ?? [];
    const { ms, first_ms, total_ms } = attempt as unknown as Record<string, number>;
    expect([ms, first_ms, total_ms]).toEqual(
      [ms, first_ms, total_ms].toSorted((a = 0, b = 0) => a - b),
    );
    expect(total_ms).toEqual(expect.any(Number));
  });

  test('the owner of a key sees none of it, for successful or failed calls', async () => {
    await scene.channel('hidden-channel');
    await scene.chat();
    scene.faults.set('hidden-channel', 'status-500');
    await scene.chat();
    const own = await scene.logs(scene.owner);
    expect(own.length).toBeGreaterThanOrEqual(2);
    for (const row of own) {
      expect(row.other).not.toHaveProperty('admin_info');
      expect(JSON.stringify(row)).not.toContain('hidden-channel');
    }
  });
});
