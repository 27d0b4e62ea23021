import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { findMemoryFolder } from './find-memory-folder.ts';

const GIB = 1024 ** 3;

test('files are kept in memory only if both the folder and the machine have space for them', () => {
  expect(findMemoryFolder(() => 12 * GIB, 16 * GIB)).toBe('/dev/shm');
  // As in a container, where the folder has 64 MB.
  expect(findMemoryFolder(() => GIB / 16, 16 * GIB)).toBe(tmpdir());
  expect(findMemoryFolder(() => 12 * GIB, GIB)).toBe(tmpdir());
});
