import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openPatientRedis, redisUrl as foundUrl } from '../../test-support/redis.ts';
import type { Change } from './bus.ts';
import { createRedisBus } from './redis-bus.ts';

describe.skipIf(!foundUrl)('the bus over Redis', () => {
  const redisUrl = foundUrl ?? '';
  const link = () => openPatientRedis(redisUrl);
  test('an invalid message is reported and does not disturb other receivers', async () => {
    const clusterId = randomUUID();
    const errors: unknown[] = [];
    const redis = await link();
    const received: Change[] = [];
    const [speaker, listener] = [
      createRedisBus({ redis, clusterId, onError: () => {} }),
      createRedisBus({ redis, clusterId, onError: (error) => errors.push(error) }),
    ];
    listener.subscribe((change) => {
      received.push(change);
    });
    const stranger = new Redis(redisUrl);
    const send = (text: string) => stranger.publish(`tollgate:${clusterId}:changes`, text);
    await expect.poll(() => send('{"from":')).toBeGreaterThanOrEqual(2);
    await send('null');
    await send('{"from":"x","change":{"topic":"user","id":1}}');
    await send('{"from":"x","version":1,"change":{"topic":"weather"}}');
    await speaker.publish({ change: { topic: 'user', id: 5 }, version: 1 });
    await expect.poll(() => received).toEqual([{ topic: 'user', id: 5 }]);
    expect(errors.length).toBeGreaterThanOrEqual(4);
    expect(listener.seen('user')).toBe(1);
    stranger.disconnect();
    await Promise.all([speaker.close(), listener.close()]);
    redis.close();
  });

  test('nodes of another installation on the same Redis are ignored', async () => {
    const received: Change[] = [];
    const redis = await link();
    const [clusterId, onError] = [randomUUID(), () => {}];
    const [neighbour, speaker, listener] = [
      createRedisBus({ redis, clusterId: randomUUID(), onError }),
      createRedisBus({ redis, clusterId, onError }),
      createRedisBus({ redis, clusterId, onError }),
    ];
    listener.subscribe((change) => {
      received.push(change);
    });
    let version = 0;
    await expect
      .poll(async () => {
        version += 1;
        await neighbour.publish({ change: { topic: 'channels' }, version });
        await speaker.publish({ change: { topic: 'options' }, version });
        return received.length > 2;
      })
      .toBe(true);
    expect(new Set(received.map(({ topic }) => topic))).toEqual(new Set(['options']));
    await Promise.all([neighbour.close(), speaker.close(), listener.close()]);
    redis.close();
  });
});
