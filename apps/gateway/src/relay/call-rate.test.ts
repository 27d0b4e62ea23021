import { expect, test } from 'vitest';
import { AppError } from '../platform/app-error.ts';
import { createCallRate } from './call-rate.ts';

const MINUTE = 60_000;

test('a key gets its calls per minute and then is told how long to wait', () => {
  const rate = createCallRate();
  for (let call = 0; call < 3; call += 1) rate.take(1, 3, 10 * MINUTE + call);
  expect(() => rate.take(1, 3, 10 * MINUTE + 30_000)).toThrow(AppError);
  try {
    rate.take(1, 3, 10 * MINUTE + 30_000);
  } catch (error) {
    expect((error as AppError).retryAfterSeconds).toBe(30);
  }
  expect(() => rate.take(2, 3, 10 * MINUTE)).not.toThrow();
});

test('a burst over the turn of the minute does not get twice the limit', () => {
  const rate = createCallRate();
  for (let call = 0; call < 10; call += 1) rate.take(1, 10, 11 * MINUTE - 1);
  expect(() => rate.take(1, 10, 11 * MINUTE + 1)).toThrow(AppError);
  expect(() => rate.take(1, 10, 11 * MINUTE + 40_000)).not.toThrow();
});

test('0 means no limit', () => {
  const rate = createCallRate();
  for (let call = 0; call < 1000; call += 1) rate.take(1, 0, 0);
});
