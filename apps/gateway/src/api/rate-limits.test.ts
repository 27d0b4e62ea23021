import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { redisUrl } from '../../test-support/redis.ts';
import { createRateLimits } from './rate-limits.ts';

const limits = { points: 2, duration: 60 };

describe('rate limits of several nodes', () => {
  const open = (url: string | undefined) =>
    createRateLimits(
      {
        RATE_LIMIT: true,
        LOGIN_RATE_LIMIT: limits,
        API_RATE_LIMIT: limits,
        REDIS_URL: url,
      },
      clusterId,
    );
  const clusterId = randomUUID();
  const address = '192.0.2.1';

  test.skipIf(!redisUrl)('an address has its calls once, however many nodes it asks', async () => {
    const nodes = [open(redisUrl), open(redisUrl)];
    // The first calls wait for the connection, where each node still counts alone.
    for (const node of nodes) await expect.poll(() => node.isShared()).toBe(true);
    await nodes[0]?.take('login', address);
    await nodes[1]?.take('login', address);
    for (const node of nodes)
      await expect(node.take('login', address)).rejects.toMatchObject({
        code: 'too_many_requests',
        retryAfterSeconds: expect.any(Number),
      });
    await nodes[0]?.take('default', address);
    for (const node of nodes) node.close();
  });

  test('without its Redis a node counts alone and lets calls through', async () => {
    const node = open('redis://127.0.0.1:9');
    await node.take('login', address);
    await node.take('login', address);
    await expect(node.take('login', address)).rejects.toMatchObject({ code: 'too_many_requests' });
    node.close();
  });
});
