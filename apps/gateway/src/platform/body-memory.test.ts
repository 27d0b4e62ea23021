import { expect, test } from 'vitest';
import { bodyMemory } from './body-memory.ts';

const MEGABYTE = 1024 * 1024;
const megabytes = (memory: number, heap: number, WORKERS = 1, BODIES_MAX_MB?: number) =>
  bodyMemory({ WORKERS, BODIES_MAX_MB }, { memory: memory * MEGABYTE, heap: heap * MEGABYTE }) /
  MEGABYTE;

test("bodies get an eighth of the worker's memory, at most a quarter of its heap, and never less than the minimum", () => {
  expect(megabytes(8192, 8192)).toBe(1024);
  expect(megabytes(8192, 8192, 4)).toBe(256);
  expect(megabytes(65_536, 4096)).toBe(1024);
  expect(megabytes(512, 256)).toBe(128);
});

test('BODIES_MAX_MB overrides the default', () => {
  expect(megabytes(8192, 8192, 4, 700)).toBe(700);
});

test('the default on this machine fits the largest body', () => {
  const bytes = bodyMemory({ WORKERS: 1, BODIES_MAX_MB: undefined });
  expect(bytes).toBeGreaterThanOrEqual(128 * MEGABYTE);
  expect(Number.isSafeInteger(bytes)).toBe(true);
});
