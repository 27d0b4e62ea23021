import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { redisUrl } from '../../test-support/redis.ts';
import type { Change } from './bus.ts';
import { createRedisBus } from './redis-bus.ts';

test.skipIf(!redisUrl)(
  'a message that makes no sense is reported and harms nobody who listens',
  async () => {
    const url = redisUrl as string;
    const errors: unknown[] = [];
    const heard: Change[] = [];
    const [speaker, listener] = [
      createRedisBus(url, () => {}),
      createRedisBus(url, (error) => errors.push(error)),
    ];
    listener.subscribe((change) => {
      heard.push(change);
    });
    const stranger = new Redis(url);
    const send = (text: string) => stranger.publish('tollgate:changes', text);
    await expect.poll(() => send('{"from":')).toBeGreaterThanOrEqual(2);
    await send('null');
    await send('{"from":"x","change":{"topic":"user","id":1}}');
    await send('{"from":"x","version":1,"change":{"topic":"weather"}}');
    await speaker.publish({ change: { topic: 'user', id: 5 }, version: 1 });
    await expect.poll(() => heard).toEqual([{ topic: 'user', id: 5 }]);
    expect(errors.length).toBeGreaterThanOrEqual(4);
    expect(listener.seen('user')).toBe(1);
    stranger.disconnect();
    await Promise.all([speaker.close(), listener.close()]);
  },
);
