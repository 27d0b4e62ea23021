import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listSourceFiles } from './list-source-files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tidy-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('all texts that people write are listed, and nothing that tools make', () => {
  for (const path of ['a/src/b.ts', 'README.md', '.ci/run', '.editorconfig']) write(path, 'x');
  for (const path of ['a/dist/b.ts', 'node_modules/c/d.ts', 'a/fixtures/e/f.json'])
    write(path, 'x');
  for (const path of ['package-lock.json', 'a/picture.png', '.git/config']) write(path, 'x');
  const paths = listSourceFiles(root).map(({ path }) => path);
  expect(paths.toSorted()).toEqual(['.ci/run', '.editorconfig', 'README.md', 'a/src/b.ts']);
});
