import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withWorkFolder } from './with-work-folder.ts';

let parent: string;
let program: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tollgate-work-'));
  program = join(parent, 'worker.ts');
  const moduleUrl = JSON.stringify(new URL('with-work-folder.ts', import.meta.url).href);
  writeFileSync(
    program,
    `import { withWorkFolder } from ${moduleUrl};
     import { writeFileSync } from 'node:fs';
     await withWorkFolder(${JSON.stringify(parent)}, '.work-', async (folder) => {
       writeFileSync(folder + '/copy.db', 'secrets');
       process.send('ready');
       await new Promise((resolve) => setInterval(resolve, 1e9));
     });`,
  );
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const folders = () => readdirSync(parent).filter((name) => name.startsWith('.work-'));
/** Makes the folders look as if left long ago. */
const age = () => {
  for (const name of folders()) utimesSync(join(parent, name), 1_000_000_000, 1_000_000_000);
};

async function startWorker() {
  const worker = fork(program);
  await once(worker, 'message');
  const end = async (signal: NodeJS.Signals) => {
    worker.kill(signal);
    await once(worker, 'exit');
    return worker.exitCode;
  };
  return { end };
}

test('a process that is asked to stop leaves no copy behind', async () => {
  const worker = await startWorker();
  expect(folders()).toHaveLength(1);
  expect(await worker.end('SIGTERM')).toBe(143);
  expect(folders()).toEqual([]);
});

test('the next run removes the copy of a killed process and keeps that of a live one', async () => {
  const killed = await startWorker();
  await killed.end('SIGKILL');
  const living = await startWorker();
  expect(folders()).toHaveLength(2);
  age();
  const foldersInside = await withWorkFolder(parent, '.work-', () => Promise.resolve(folders()));
  expect(foldersInside).toHaveLength(2);
  expect(folders()).toHaveLength(1);
  await living.end('SIGTERM');
  expect(folders()).toEqual([]);
});

test('a folder that another process has just created is kept', async () => {
  mkdtempSync(join(parent, '.work-'));
  await withWorkFolder(parent, '.work-', () => Promise.resolve());
  expect(folders()).toHaveLength(1);
});
