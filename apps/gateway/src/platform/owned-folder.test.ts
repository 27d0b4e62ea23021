import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeOwnedFolder, removeAbandonedFolders } from './owned-folder.ts';

const LONG_AGO = 1_000_000_000;

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tollgate-owned-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const folders = () => readdirSync(parent).filter((name) => name.startsWith('rows-'));
const age = (...names: string[]) => {
  for (const name of names) utimesSync(join(parent, name, 'process.lock'), LONG_AGO, LONG_AGO);
};

test('the folder of a killed process is removed, that of a running one is kept', async () => {
  const program = join(parent, 'worker.ts');
  const moduleUrl = JSON.stringify(new URL('owned-folder.ts', import.meta.url).href);
  writeFileSync(
    program,
    `import { makeOwnedFolder } from ${moduleUrl};
     const { folder } = makeOwnedFolder(${JSON.stringify(parent)}, 'rows-');
     process.send(folder);
     setInterval(() => {}, 1e9);`,
  );
  const worker = fork(program);
  await once(worker, 'message');
  const living = makeOwnedFolder(parent, 'rows-');
  age(...folders());
  removeAbandonedFolders(parent, 'rows-');
  expect(folders()).toHaveLength(2);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  removeAbandonedFolders(parent, 'rows-');
  expect(folders().map((name) => join(parent, name))).toEqual([living.folder]);
  living.remove();
  expect(folders()).toEqual([]);
});

test('a folder without a lock, a new one, and one elsewhere are kept', () => {
  const elsewhere = join(parent, 'elsewhere');
  for (const folder of [elsewhere, join(parent, 'rows-unsaid'), join(parent, 'rows-young')])
    mkdirSync(folder);
  for (const folder of [elsewhere, join(parent, 'rows-young')])
    writeFileSync(join(folder, 'process.lock'), '');
  age('elsewhere');
  symlinkSync(elsewhere, join(parent, 'rows-link'));
  writeFileSync(join(parent, 'rows-file'), '');
  removeAbandonedFolders(parent, 'rows-');
  expect(folders().toSorted()).toEqual(['rows-file', 'rows-link', 'rows-unsaid', 'rows-young']);
  expect(existsSync(elsewhere)).toBe(true);
  removeAbandonedFolders(join(parent, 'nowhere'), 'rows-');
});
