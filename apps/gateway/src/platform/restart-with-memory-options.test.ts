import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const MODULE = JSON.stringify(new URL('restart-with-memory-options.ts', import.meta.url).href);
/** Tells what it runs with, over IPC where there is a channel. */
const PROGRAM = `
  const { restartWithMemoryOptions } = await import(${MODULE});
  const before = process.pid;
  restartWithMemoryOptions();
  const told = { options: process.execArgv, arenas: process.env.MALLOC_ARENA_MAX, argv: process.argv.slice(2), pid: before };
  if (process.send) process.send(told); else console.log(JSON.stringify(told));`;

let folder: string;
let program: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'memory-options-'));
  program = join(folder, 'program.mjs');
  writeFileSync(program, PROGRAM);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the program and returns what it told, and the id of the process that was spawned. */
async function start(env: Record<string, string> = {}, options: string[] = []) {
  const child = run(process.execPath, [...options, program, 'start', '--port'], {
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  const { stdout, stderr } = await child;
  return { told: JSON.parse(stdout) as Record<string, unknown>, stderr, pid: child.child.pid };
}

// There is no way to replace a process on Windows.
describe.skipIf(process.platform === 'win32')('memory options', () => {
  test('a process gets them under the same id, with its own options and arguments, silently', async () => {
    const { told, stderr, pid } = await start({}, ['--no-deprecation']);
    expect(told).toEqual({
      options: ['--max-semi-space-size=16', '--no-deprecation'],
      arenas: '2',
      argv: ['start', '--port'],
      pid,
    });
    expect(stderr).toBe('');
  });

  test.each([
    ['NODE_OPTIONS', { NODE_OPTIONS: '--max-semi-space-size=32' }, [], [], undefined],
    ['the command line', {}, ['--max-semi-space-size=8'], ['--max-semi-space-size=8'], undefined],
    ['the environment', { MALLOC_ARENA_MAX: '8' }, [], ['--max-semi-space-size=16'], '8'],
    ['V8’s spelling', { NODE_OPTIONS: '--max_semi_space_size=32' }, [], [], undefined],
  ] as const)('what the operator set in %s stays', async (_, env, options, kept, arenas) => {
    const { told } = await start(env, [...options]);
    expect(told.options).toEqual(kept);
    expect(told.arenas).toBe(arenas);
  });

  test('a process that may not be replaced runs on as it is', async () => {
    const permissions = ['--permission', '--allow-fs-read=*'];
    const { told } = await start({}, permissions);
    expect(told.options).toEqual(permissions);
  });

  test('a process with an IPC channel keeps it', async () => {
    const child = fork(program, { execArgv: [] });
    const [told] = (await once(child, 'message')) as [Record<string, unknown>];
    expect(told.options).toEqual([]);
  });
});
