import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const MODULE = JSON.stringify(new URL('compile-cache.ts', import.meta.url).href);
const THREAD = `import { getCompileCacheDir } from 'node:module'; console.log(getCompileCacheDir())`;
/** Prints the compile cache folder of a process that enabled it, and that of one of its threads. */
const PROGRAM = `
  import { getCompileCacheDir } from 'node:module';
  import { Worker } from 'node:worker_threads';
  const { usePersistentCompileCache } = await import(${MODULE});
  usePersistentCompileCache();
  console.log(getCompileCacheDir());
  new Worker(new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(THREAD)})));`;

async function foldersUsed(env: Record<string, string>): Promise<string[]> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  return stdout.trim().split('\n');
}

test('the compile cache is kept next to the packages, for a process and its threads', async () => {
  const [main, thread] = await foldersUsed({});
  expect(main).toContain(join('node_modules', '.cache', 'node'));
  expect(thread).toBe(main);
});

test('a folder configured by the operator is used and filled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  const [main, thread] = await foldersUsed({ NODE_COMPILE_CACHE: folder });
  expect(main?.startsWith(folder)).toBe(true);
  expect(thread).toBe(main);
  expect(readdirSync(main ?? folder).length).toBeGreaterThan(0);
  rmSync(folder, { recursive: true });
});

test('a folder that cannot be written costs only the time', async () => {
  const [main] = await foldersUsed({ NODE_COMPILE_CACHE: '/dev/null/nothing' });
  expect(main).toBe('undefined');
});
