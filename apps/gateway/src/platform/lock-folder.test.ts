import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockFolder } from './lock-folder.ts';

test('a data folder belongs to one process at a time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-lock-'));
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow('Another process');
  unlock();
  lockFolder(folder)();
  rmSync(folder, { recursive: true });
});
