import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { DumpText } from './dump-text.ts';

const MEGABYTE = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'tollgate-dump-text-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads a compressed text up to its semicolon, and counts the characters scanned for it. */
async function readUnit(text: string, unitMax?: number) {
  const path = join(folder, 'dump.sql.gz');
  writeFileSync(path, gzipSync(text, { level: 1 }));
  const dump = new DumpText(path, undefined, unitMax);
  let seen = 0;
  const unit = await dump
    .read((ahead, at) => {
      seen += ahead.length - at;
      const end = ahead.indexOf(';', at);
      return end < 0 ? undefined : end - at;
    })
    .finally(() => dump.close());
  return { unit, seen };
}

test('a long unit is scanned each time its length doubles, not once per chunk', async () => {
  const length = 4 * MEGABYTE;
  const { unit, seen } = await readUnit(`${'x'.repeat(length)};`);
  expect(unit).toBe(length);
  expect(seen).toBeLessThan(3 * length);
});

test('a unit without an end reads as undefined, and one that is too long is refused', async () => {
  const text = 'x'.repeat(3 * MEGABYTE);
  expect((await readUnit(text)).unit).toBeUndefined();
  await expect(readUnit(text, 2 * MEGABYTE)).rejects.toThrow('unterminated');
});
