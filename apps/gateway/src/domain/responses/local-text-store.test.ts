import { expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { LocalTextStore } from './local-text-store.ts';

test('a text is found until it expires', () => {
  const clock = manualClock(1000);
  const texts = new LocalTextStore(clock);
  texts.set('a', 'one', 50);
  expect(texts.get('a')).toBe('one');
  clock.advance(50);
  expect(texts.get('a')).toBeUndefined();
});

test('a text that is added keeps its place until it expires', () => {
  const clock = manualClock(1000);
  const texts = new LocalTextStore(clock);
  texts.add('a', 'one', 50);
  texts.add('a', 'two', 500);
  expect(texts.get('a')).toBe('one');
  clock.advance(50);
  texts.add('a', 'two', 50);
  expect(texts.get('a')).toBe('two');
});

const long = (letter: string) => letter.repeat(1000);
/** Capacity for two long texts. */
const TWO = 2500;

test('the oldest texts are evicted when there are too many, and one that is set again counts as new', () => {
  const texts = new LocalTextStore(manualClock(0), TWO);
  texts.set('a', long('a'), 1000);
  texts.set('b', long('b'), 1000);
  texts.set('a', long('A'), 1000);
  texts.set('c', long('c'), 1000);
  expect(['a', 'b', 'c'].map((key) => texts.get(key))).toEqual([long('A'), undefined, long('c')]);
});

test('a deleted text is gone, and its space is free for others', () => {
  const texts = new LocalTextStore(manualClock(0), TWO);
  texts.set('a', long('a').repeat(2), 1000);
  texts.delete('a');
  texts.delete('never there');
  texts.set('b', long('b'), 1000);
  texts.set('c', long('c'), 1000);
  expect(['a', 'b', 'c'].map((key) => texts.get(key))).toEqual([undefined, long('b'), long('c')]);
  texts.clear();
  expect(texts.get('b')).toBeUndefined();
});

test('a large number of tiny texts takes no more memory than a few long ones', () => {
  const texts = new LocalTextStore(manualClock(0), TWO);
  const keys = Array.from({ length: 1000 }, (_, index) => String(index));
  for (const key of keys) texts.set(key, '', 1000);
  expect(keys.filter((key) => texts.get(key) !== undefined).length).toBeLessThan(20);
});

test('somebody who fills the memory evicts their own texts, not those of others', () => {
  const texts = new LocalTextStore(manualClock(0), 100_000);
  texts.set('1:a', long('a'), 1000);
  texts.set('2:b', long('b'), 1000);
  for (let index = 0; index < 1000; index += 1) texts.set(`3:${index}`, long('c'), 1000);
  for (const owner of [4, 5, 6]) texts.set(`${owner}:d`, long('d'), 1000);
  expect(['1:a', '2:b', '4:d', '5:d', '6:d'].filter((key) => !texts.get(key))).toEqual([]);
  expect(texts.get('3:999')).toBe(long('c'));
});
