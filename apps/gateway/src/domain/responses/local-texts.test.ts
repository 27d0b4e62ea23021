import { expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { LocalTexts } from './local-texts.ts';

test('a text is found until its time is over', () => {
  const clock = manualClock(1000);
  const texts = new LocalTexts(clock);
  texts.set('a', 'one', 50);
  expect(texts.get('a')).toBe('one');
  clock.advance(50);
  expect(texts.get('a')).toBeUndefined();
});

test('the oldest texts go when there are too many, and one that is set again is new', () => {
  const texts = new LocalTexts(manualClock(0), 10);
  texts.set('a', 'aaaa', 1000);
  texts.set('b', 'bbbb', 1000);
  texts.set('a', 'AAAA', 1000);
  texts.set('c', 'cccc', 1000);
  expect(['a', 'b', 'c'].map((key) => texts.get(key))).toEqual(['AAAA', undefined, 'cccc']);
});

test('a text that is deleted is gone, and its length is free for others', () => {
  const texts = new LocalTexts(manualClock(0), 10);
  texts.set('a', 'aaaaaa', 1000);
  texts.delete('a');
  texts.delete('never there');
  texts.set('b', 'bbbb', 1000);
  texts.set('c', 'cccc', 1000);
  expect(['a', 'b', 'c'].map((key) => texts.get(key))).toEqual([undefined, 'bbbb', 'cccc']);
  texts.clear();
  expect(texts.get('b')).toBeUndefined();
});
