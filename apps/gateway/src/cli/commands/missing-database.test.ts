import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCli } from '../../../test-support/run-cli.ts';

describe('commands that need an installation', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-none-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const commands = [
    ['verify'],
    ['migrate', '--dry-run'],
    ['compact'],
    ['recover'],
    ['rotate-key'],
    ['backup'],
    ['support-bundle'],
  ];
  test.each(commands)('%s %s fails where there is none and creates nothing', async (...args) => {
    const target = join(folder, 'target');
    if (args[0] === 'backup') args.push(target);
    if (args[0] === 'support-bundle') args.push('--out', target);
    for (const dataDir of [folder, join(folder, 'mistyped')]) {
      const { code, said, noted } = await runCli({ DATA_DIR: dataDir }, ...args);
      expect([code, said]).toEqual([1, '']);
      expect(noted).toBe(`No database in ${dataDir}: set DATA_DIR or DATABASE_URL.`);
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  test('a support bundle replaces no file and says so', async () => {
    const out = join(folder, 'bundle.tar.gz');
    writeFileSync(out, 'older');
    const { code, noted } = await runCli({ DATA_DIR: folder }, 'support-bundle', '--out', out);
    expect([code, noted]).toEqual([1, `${out} already exists.`]);
    expect(existsSync(join(folder, 'tollgate.db'))).toBe(false);
  });
});
