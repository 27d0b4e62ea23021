import { expect, test } from 'vitest';
import { formatCountdown, secondsLeft } from './time-left.ts';

test('the time left is counted from creation by lifetime, and stays at 0', () => {
  const transaction = { created_at: 1000, lifetime: 60 };
  expect(secondsLeft(transaction, 1000)).toBe(60);
  expect(secondsLeft(transaction, 1059.9)).toBe(1);
  expect(secondsLeft(transaction, 1060)).toBe(0);
  expect(secondsLeft(transaction, 9999)).toBe(0);
});

test.each([
  [0, '00:00'],
  [67, '01:07'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [43_201, '12:00:01'],
])('%i seconds are formatted as %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text);
});
