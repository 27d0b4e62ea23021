import { randomUUID } from 'node:crypto';
import { type RateLimitRule, readRateLimits } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPatientRedis, redisUrl } from '../../../test-support/redis.ts';
import { manualClock } from '../../platform/clock.ts';
import { type RedisLink, RedisUnavailable } from '../../platform/redis-link.ts';
import { RateLimiter } from './rate-limiter.ts';
import { RedisCounters } from './redis-counters.ts';

/** The first millisecond of a clock minute. */
const START_MS = 30_000_000 * 60_000;
const subject = { apiKeyId: 1, userId: 2, group: 'default', callsPerMinute: 0 };
const rules = (...list: object[]) => readRateLimits(list) as RateLimitRule[];

/** Two nodes on a Redis that can be cut off, or emptied as if restarted. */
function startNodes(redis: RedisLink, list: RateLimitRule[]) {
  const clock = manualClock(START_MS);
  const prefix = `test:${randomUUID()}`;
  let isAway = false;
  const cut: RedisLink = {
    client: redis.client,
    isUp: true,
    run: async (command) => {
      if (isAway) throw new RedisUnavailable('cut off');
      return redis.run(command);
    },
    onConnected: () => {},
    subscribe: () => () => {},
    close: () => {},
  };
  const limiters = [0, 1].map(() => {
    const counters = new RedisCounters({ redis: cut, prefix, clock, onError: () => {} });
    return new RateLimiter({ counters, clock, rules: () => list });
  });
  let calls = 0;
  return {
    clock,
    cut: () => (isAway = true),
    /** Resolves when Redis has run what was sent before. */
    settled: () => redis.client.ping(),
    async comeBackEmpty() {
      const keys = await redis.client.keys(`${prefix}*`);
      if (keys.length > 0) await redis.client.del(keys);
      isAway = false;
    },
    admit: async (node: 0 | 1 = 0) =>
      (limiters[node] as RateLimiter).admit(subject, 'm', `call-${(calls += 1)}`),
  };
}
type Scene = ReturnType<typeof startNodes>;

/** Admits as many calls as the limit allows, one after the other. */
async function fill({ admit }: Scene, node: 0 | 1 = 0) {
  const admitted = [];
  while (admitted.length < 100) {
    const admission = await admit(node).catch(() => undefined);
    if (!admission) break;
    admitted.push(admission);
  }
  return admitted;
}

let redis: RedisLink | undefined;
beforeAll(async () => {
  if (redisUrl) redis = await openPatientRedis(redisUrl);
});
afterAll(() => redis?.close());
const start = (list: RateLimitRule[]) => startNodes(redis as RedisLink, list);

describe.runIf(redisUrl)('counts survive', () => {
  test.each([
    ['calls', { requests: 40 }],
    ['running calls', { concurrent: 5 }],
  ])('%s, when Redis becomes unreachable and when it comes back empty', async (_what, limit) => {
    const scene = start(rules({ per: 'user', ...limit }));
    expect((await fill(scene)).length).toBeGreaterThan(0);
    scene.cut();
    expect(await fill(scene)).toEqual([]);
    await scene.comeBackEmpty();
    expect(await fill(scene)).toEqual([]);
  });

  test.each(['tokens', 'quota'])(
    '%s, when Redis becomes unreachable and when it comes back empty',
    async (what) => {
      const scene = start(rules({ per: 'user', [what]: 100 }));
      (await scene.admit()).release({ tokens: 100, quota: 100 });
      scene.clock.advance(1000);
      await expect.poll(() => fill(scene)).toEqual([]);
      scene.cut();
      scene.clock.advance(1000);
      expect(await fill(scene)).toEqual([]);
      await scene.comeBackEmpty();
      scene.clock.advance(1000);
      expect(await fill(scene)).toEqual([]);
    },
  );

  test('counts of another node that this one knows of still apply while Redis is unreachable', async () => {
    const scene = start(rules({ per: 'user', requests: 40 }));
    await scene.admit(0);
    const otherAdmissions = await fill(scene, 1);
    // The node uses up its granted permits, and asks for more.
    const ownAdmissions = await fill(scene, 0);
    scene.cut();
    expect(await fill(scene, 0)).toEqual([]);
    expect(otherAdmissions.length + ownAdmissions.length + 1).toBeLessThanOrEqual(40);
  });

  test('calls that a node counted alone, once Redis is back', async () => {
    const scene = start(rules({ per: 'user', requests: 40 }));
    scene.cut();
    expect((await fill(scene)).length).toBe(40);
    await scene.comeBackEmpty();
    expect(await fill(scene)).toEqual([]);
    expect(await fill(scene, 1)).toEqual([]);
  });
});

describe.runIf(redisUrl)('the slot', () => {
  test('of a call that runs longer than the slot of a dead node lasts is kept', async () => {
    const scene = start(rules({ per: 'user', concurrent: 1 }));
    const [running] = await fill(scene, 0);
    for (let minutes = 0; minutes < 40; minutes += 5) scene.clock.advance(5 * 60_000);
    await scene.settled();
    expect(await fill(scene, 1)).toEqual([]);
    running?.release({ tokens: 0, quota: 0 });
    await scene.settled();
    expect(await fill(scene, 1)).toHaveLength(1);
  });

  test('of a call that another node runs is known again minutes after Redis came back empty', async () => {
    const scene = start(rules({ per: 'user', concurrent: 2 }));
    expect(await fill(scene, 0)).toHaveLength(2);
    await scene.comeBackEmpty();
    scene.clock.advance(5 * 60_000);
    await scene.settled();
    expect(await fill(scene, 1)).toEqual([]);
  });
});
