import { describe, expect, test } from 'vitest';
import { redisUrl } from '../../../test-support/redis.ts';
import { manualClock } from '../../platform/clock.ts';
import { LocalTexts } from './local-texts.ts';
import { SharedTexts } from './shared-texts.ts';

const node = (url: string, prefix: string, errors: unknown[] = []) =>
  new SharedTexts({
    redisUrl: url,
    prefix,
    local: new LocalTexts(manualClock(0)),
    onError: (error) => errors.push(error),
  });

describe.skipIf(!redisUrl)('texts of several nodes', () => {
  test('are found on all of them, in one installation', async () => {
    const prefix = `test:${process.pid}`;
    const [one, two, stranger] = [prefix, prefix, `${prefix}:other`].map((name) =>
      node(redisUrl as string, name),
    ) as [SharedTexts, SharedTexts, SharedTexts];
    await one.get('first');
    one.set('a', 'text', 60_000);
    // Redis takes commands in order: what one node was answered, the other finds.
    await one.get('b');
    expect(await two.get('a')).toBe('text');
    expect(await stranger.get('a')).toBeUndefined();
    for (const each of [one, two, stranger]) each.close();
  });
});

test('while Redis is away a node finds its own texts, and no call fails', async () => {
  const errors: unknown[] = [];
  const texts = node('redis://127.0.0.1:1', 'test', errors);
  texts.set('a', 'text', 60_000);
  expect(await texts.get('a')).toBe('text');
  expect(await texts.get('b')).toBeUndefined();
  expect(errors.length).toBeGreaterThan(0);
  texts.close();
});
