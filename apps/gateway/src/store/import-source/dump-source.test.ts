import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDumpSource } from './dump-source.ts';

/** Whether this process has a file open. */
const isOpen = (path: string) =>
  readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false;
    }
  });

test.runIf(process.platform === 'linux')(
  'a dump that is refused before its end is let go',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-dump-'));
    const path = join(folder, 'dump.sql');
    try {
      const rows = "INSERT INTO users VALUES (1, 2, 'too many');\n".repeat(100_000);
      writeFileSync(path, `CREATE TABLE users (id integer);\n${rows}`);
      await expect(openDumpSource(path)).rejects.toThrow('3 values for 1 columns');
      expect(isOpen(path)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
