import { expect, test } from 'vitest';
import { testLimit } from './test-limit.ts';
import { findIn } from './testing/find-in.ts';

const PATH = 'apps/gateway/src/domain/wallet/kill.test.ts';

test.each([
  "test('x', () => {}, 60_000);",
  "test('x', { timeout: 60_000 }, () => {});",
  "test.each([1])('x', { timeout: 60_000 }, () => {});",
  "test.runIf(true)('x', () => {}, 60_000);",
  "describe('x', { timeout: 60_000 }, () => {});",
  'beforeAll(() => {}, 60_000);',
  'beforeAll(() => {}, LIMIT_MS);',
  'await expect.poll(read, { timeout: 2000, interval: 5 }).toBe(3);',
  'await vi.waitFor(check);',
  'vi.setConfig({ testTimeout: 60_000 });',
])('a limit that a test states is found: %s', (text) => {
  expect(findIn(testLimit, PATH, text)).toHaveLength(1);
});

test.each([
  "test('x', () => {});",
  "test.each([{ timeout: 5 }])('x', () => {});",
  'await expect.poll(read, { interval: 5 }).toBe(3);',
  'await expect.poll(() => read(), { interval: 5 }).toBe(3);',
  'connect({ timeout: 2000 });',
  'await vi.waitUntil(known, TEST_LIMITS.expect.poll);',
])('other times are ignored: %s', (text) => {
  expect(findIn(testLimit, PATH, text)).toEqual([]);
});
