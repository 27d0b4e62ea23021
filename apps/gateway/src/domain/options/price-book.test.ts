import { optionRegistry } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { createLocalBus } from '../../platform/bus.ts';
import { createPriceSource, seedDefaults } from './price-book.ts';

function openSource() {
  const values = new Map(optionRegistry.map((option) => [option.key, option.default]));
  for (const [key, value] of Object.entries(seedDefaults)) values.set(key, value);
  let version = 0;
  const bus = createLocalBus((error) => {
    throw error;
  });
  const prices = createPriceSource({ raw: (key) => values.get(key) ?? '' }, bus);
  const change = async (key: string, value: string) => {
    values.set(key, value);
    version += 1;
    await bus.publish({ change: { topic: 'options' }, version });
    return prices.current();
  };
  return { prices, change };
}

test('a price applies once changed, and no other option causes the price book to be rebuilt', async () => {
  const { prices, change } = openSource();
  const first = prices.current();
  expect(await change('RetryTimes', '5')).toBe(first);
  const next = await change('GroupRatio', '{"default":1,"new":0.5}');
  expect(next).not.toBe(first);
  expect([first, next].map((book) => typeof book.find('gpt-4o', 'new'))).toEqual([
    'string',
    'object',
  ]);
});

test('the same prices are compiled once, whoever asks, and others are never mistaken for them', async () => {
  const { prices, change } = openSource();
  const first = prices.current();
  expect(openSource().prices.current()).toBe(first);
  const versions = new Set([first.version]);
  for (const ratio of [0.5, 0.25, 0.125, 2]) {
    const next = await change('GroupRatio', `{"default":${ratio}}`);
    expect(versions).not.toContain(next.version);
    versions.add(next.version);
  }
  expect((await change('GroupRatio', '{"default":0.5}')).version).toBe([...versions][1]);
});
