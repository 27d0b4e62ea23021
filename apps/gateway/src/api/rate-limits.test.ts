import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { startFaultyProxy } from '../../test-support/money/faulty-proxy.ts';
import { openPatientRedis, redisUrl } from '../../test-support/redis.ts';
import { openRedisLink, type RedisLink } from '../platform/redis-link.ts';
import { createRateLimits } from './rate-limits.ts';

const limits = { points: 2, duration: 60 };

describe('rate limits of several nodes', () => {
  const links: RedisLink[] = [];
  const hasty = (url: string) => openRedisLink({ redisUrl: url, onChange: () => {} });
  const open = async (url: string, openLink = openPatientRedis) => {
    const redis = await openLink(url);
    links.push(redis);
    const config = { RATE_LIMIT: true, LOGIN_RATE_LIMIT: limits, API_RATE_LIMIT: limits };
    const keyring = { hash: (_purpose: string, text: string) => text };
    return createRateLimits(config, { redis, clusterId, keyring });
  };
  afterEach(() => {
    for (const link of links.splice(0)) link.close();
  });
  const clusterId = randomUUID();
  const address = '192.0.2.1';

  test.skipIf(!redisUrl)('an address has its calls once, however many nodes it calls', async () => {
    const nodes = [await open(redisUrl as string), await open(redisUrl as string)];
    await nodes[0]?.take('login', address);
    await nodes[1]?.take('login', address);
    for (const node of nodes)
      await expect(node.take('login', address)).rejects.toMatchObject({
        code: 'too_many_requests',
        retryAfterSeconds: expect.any(Number),
      });
    await nodes[0]?.take('default', address);
  });

  test('without its Redis a node counts alone and admits calls', async () => {
    const node = await open('redis://127.0.0.1:9', hasty);
    await node.take('login', address);
    await node.take('login', address);
    await expect(node.take('login', address)).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  describe.skipIf(!redisUrl)('a Redis outage gives nobody new attempts', () => {
    const wrong = () => Promise.reject(new Error('wrong'));
    const whoBy = (userId: number) => ({ address: `198.51.100.${userId}`, userId });
    const refused = { code: 'too_many_requests' };

    test.each(['stopped', 'frozen'] as const)('%s, even if another node counted', async (how) => {
      const line = await startFaultyProxy(redisUrl as string);
      const [node, other] = [await open(line.url, hasty), await open(redisUrl as string)];
      const who = whoBy(how.length);
      await expect(other.guess(who, wrong)).rejects.toThrow('wrong');
      await expect(node.guess(who, wrong)).rejects.toThrow('wrong');
      if (how === 'stopped') await line.cut();
      else line.freeze();
      const startedAt = performance.now();
      await expect(node.guess(who, wrong)).rejects.toMatchObject(refused);
      expect(performance.now() - startedAt).toBeLessThan(5000);
      await line.restore();
      await line.close();
    });

    test('nor does one that comes back empty', async () => {
      const node = await open(redisUrl as string);
      const who = whoBy(1);
      for (let count = 0; count < 2; count += 1)
        await expect(node.guess(who, wrong)).rejects.toThrow('wrong');
      const { client } = links.at(-1) as RedisLink;
      const keys = await client.keys(`tollgate:${clusterId}:guess:*`);
      expect(keys.length).toBeGreaterThan(0);
      await client.del(...keys);
      await expect(node.guess(who, wrong)).rejects.toMatchObject(refused);
    });
  });
});
