import { expect, test } from 'vitest';
import { secondsLeft } from './time-left.ts';

test('the time left is counted from creation by lifetime, and stays at 0', () => {
  const transaction = { created_at: 1000, lifetime: 60 };
  expect(secondsLeft(transaction, 1000)).toBe(60);
  expect(secondsLeft(transaction, 1059.9)).toBe(1);
  expect(secondsLeft(transaction, 1060)).toBe(0);
  expect(secondsLeft(transaction, 9999)).toBe(0);
});
