import { expect, test } from 'vitest';
import { bodyMemory } from './body-memory.ts';

const MEGABYTE = 1024 * 1024;
const megabytes = (memory: number, heap: number, WORKERS = 1, BODIES_MAX_MB?: number) =>
  bodyMemory({ WORKERS, BODIES_MAX_MB }, { memory: memory * MEGABYTE, heap: heap * MEGABYTE }) /
  MEGABYTE;

test('bodies may hold an eighth of what a worker has, a quarter of its heap at most, and never less than one needs', () => {
  expect(megabytes(8192, 8192)).toBe(1024);
  expect(megabytes(8192, 8192, 4)).toBe(256);
  expect(megabytes(65_536, 4096)).toBe(1024);
  expect(megabytes(512, 256)).toBe(128);
});

test('what the environment says goes before', () => {
  expect(megabytes(8192, 8192, 4, 700)).toBe(700);
});

test('this machine has room for the largest body', () => {
  const bytes = bodyMemory({ WORKERS: 1, BODIES_MAX_MB: undefined });
  expect(bytes).toBeGreaterThanOrEqual(128 * MEGABYTE);
  expect(Number.isSafeInteger(bytes)).toBe(true);
});
