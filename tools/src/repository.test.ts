import { expect, test } from 'vitest';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, posix } from 'node:path';
import { listWorkspaces, repositoryRoot } from './repository.ts';

test('every workspace is found, including those behind a pattern', () => {
  expect(listWorkspaces()).toEqual(
    expect.arrayContaining(['packages/contract', 'apps/gateway', 'apps/console', 'tools']),
  );
});

interface Program {
  include: string[];
  exclude: string[];
}

/** The files that a tsconfig includes, as patterns relative to the root. */
function readProgram(folder: string): Program | undefined {
  const file = join(repositoryRoot, folder, 'tsconfig.json');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');
  const { include, exclude = [] } = JSON.parse(text) as Partial<Program>;
  const inside = (patterns: readonly string[]): string[] =>
    patterns.map((pattern) =>
      posix.join(folder, pattern.includes('*') ? pattern : `${pattern}/**`),
    );
  return { include: inside(include ?? []), exclude: inside(exclude) };
}

test('every source and every test belongs to a program, so that its types are checked', () => {
  const programs = ['.', ...listWorkspaces()].map(readProgram).filter((one) => one !== undefined);
  const files = globSync('{apps,bench,conformance,e2e,packages,simulators,tools}/**/*.{ts,tsx}', {
    cwd: repositoryRoot,
    exclude: (name) => /(^|\/)(node_modules|dist|fixtures|queries)$/.test(String(name)),
  });
  const isIn = (file: string, patterns: readonly string[]) =>
    patterns.some((pattern) => matchesGlob(file, pattern));
  const homeless = files.filter(
    (file) => !programs.some(({ include, exclude }) => isIn(file, include) && !isIn(file, exclude)),
  );
  expect(files.length).toBeGreaterThan(3000);
  expect(homeless).toEqual([]);
});

test('installing from the lockfile builds nothing, so that no compiler and no Python are needed', () => {
  const read = (path: string): unknown =>
    JSON.parse(readFileSync(join(repositoryRoot, path), 'utf8'));
  // It ships prebuilt binaries. npm drops `gypfile` whenever it writes the lockfile, and then builds
  // everything with a binding.gyp: restore it manually.
  expect(read('package-lock.json')).toMatchObject({
    packages: { 'node_modules/better-sqlite3': { gypfile: false } },
  });
  expect(read('package.json')).toMatchObject({ allowScripts: { 'better-sqlite3': false } });
});
