import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDumpSource } from './dump-source.ts';
import { openSource } from './open-source.ts';

afterEach(() => vi.unstubAllEnvs());

/** Returns whether this process has a file open. */
const isOpen = (path: string) =>
  readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false;
    }
  });

test.runIf(process.platform === 'linux')(
  'a dump that is refused before its end is closed',
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

describe('a small compressed dump with any number of rows', () => {
  const rows = Array.from(
    { length: 5000 },
    (_row, id) => `INSERT INTO logs VALUES (${id}, '${'x'.repeat(2000)}');`,
  );
  const bomb = gzipSync(['CREATE TABLE logs (id integer, content text);', ...rows].join('\n'));
  /** Returns the error, and the files left behind. */
  const refuse = async (options: Parameters<typeof openDumpSource>[1]) => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-dump-'));
    try {
      vi.stubEnv('TMPDIR', folder);
      const path = join(folder, 'dump.sql.gz');
      writeFileSync(path, bomb);
      const error: unknown = await openDumpSource(path, options).catch((reason: unknown) => reason);
      return { error, left: readdirSync(folder) };
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test('leaves free space on the disk where calls are charged, and no files behind', async () => {
    let looks = 0;
    const isFull = async () => (looks += 1) > 1;
    const { error, left } = await refuse({ isFull });
    expect(error).toMatchObject({ name: 'FolderFault', code: 'ENOSPC' });
    expect(left).toEqual(['dump.sql.gz']);
  });

  test('is closed midway when its import is stopped, and leaves no files behind', async () => {
    const abort = new AbortController();
    const isFull = async () => {
      abort.abort(new Error('stopped'));
      return false;
    };
    const { error, left } = await refuse({ isFull, signal: abort.signal });
    expect(error).toMatchObject({ message: 'stopped' });
    expect(left).toEqual(['dump.sql.gz']);
  });
});

test('the rows of a dump whose import was killed are removed by the next import, whatever its format', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-dump-'));
  try {
    vi.stubEnv('TMPDIR', folder);
    const path = join(folder, 'dump.sql');
    writeFileSync(path, 'CREATE TABLE users (id integer);\nINSERT INTO users VALUES (1);\n');
    const copy = join(folder, 'tollgate-import-killed');
    mkdirSync(copy);
    for (const name of ['dump.db', 'process.lock']) writeFileSync(join(copy, name), '');
    utimesSync(join(copy, 'process.lock'), 1_000_000_000, 1_000_000_000);
    const list = () => readdirSync(folder).filter((name) => name.startsWith('tollgate-import-'));
    await expect(openSource('mysql://127.0.0.1:1/x')).rejects.toThrow(/ECONNREFUSED/);
    expect(list()).toEqual([]);
    const source = await openSource(path);
    expect(list()).toHaveLength(1);
    await source.close();
    expect(list()).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
