import { describe, expect, test } from 'vitest';
import { openPatientRedis, redisUrl } from '../../../test-support/redis.ts';
import { manualClock } from '../../platform/clock.ts';
import { openRedisLink, type RedisLink } from '../../platform/redis-link.ts';
import { LocalTextStore } from './local-text-store.ts';
import { RedisTextStore } from './redis-text-store.ts';

const link = (redisUrl: string) => openRedisLink({ redisUrl, onChange: () => {} });
const node = (redis: RedisLink, prefix: string, errors: unknown[] = []) =>
  new RedisTextStore({
    redis,
    prefix,
    local: new LocalTextStore(manualClock(0)),
    onError: (error) => errors.push(error),
  });

describe.skipIf(!redisUrl)('texts of several nodes', () => {
  test('of two that are added under a name, all nodes find the first', async () => {
    const redis = await openPatientRedis(redisUrl as string);
    const prefix = `test:add:${process.pid}`;
    const [one, two, three] = [prefix, prefix, prefix].map((name) => node(redis, name)) as [
      RedisTextStore,
      RedisTextStore,
      RedisTextStore,
    ];
    one.add('a', 'first', 60_000);
    two.add('a', 'second', 60_000);
    one.add('a', 'third', 60_000);
    await one.get('b');
    for (const each of [one, two, three]) {
      // oxlint-disable-next-line no-await-in-loop -- one node after the other
      expect(await each.get('a')).toBe('first');
      each.close();
    }
    redis.close();
  });

  test('are found on all of them, in one installation', async () => {
    const redis = await openPatientRedis(redisUrl as string);
    const prefix = `test:${process.pid}`;
    const [one, two, stranger] = [prefix, prefix, `${prefix}:other`].map((name) =>
      node(redis, name),
    ) as [RedisTextStore, RedisTextStore, RedisTextStore];
    await one.get('first');
    one.set('a', 'text', 60_000);
    // Redis executes commands in order: after this response, the other node finds the text.
    await one.get('b');
    expect(await two.get('a')).toBe('text');
    expect(await stranger.get('a')).toBeUndefined();
    for (const each of [one, two, stranger, redis]) each.close();
  });
});

test('while Redis is unreachable a node finds its own texts, and no call fails', async () => {
  const errors: unknown[] = [];
  const redis = await link('redis://127.0.0.1:1');
  const texts = node(redis, 'test', errors);
  texts.set('a', 'text', 60_000);
  expect(await texts.get('a')).toBe('text');
  expect(await texts.get('b')).toBeUndefined();
  texts.add('c', 'added', 60_000);
  await expect.poll(() => texts.get('c')).toBe('added');
  expect(errors).toEqual([]);
  for (const each of [texts, redis]) each.close();
});
