import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fingerprintSources, isConsoleBuilt } from './console-build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'console-build-'));
  write('package-lock.json', '{}');
  write('apps/console/src/pages/a/page.tsx', 'one');
  write('packages/i18n/src/zh/ui.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('the fingerprint of the sources of the console', () => {
  test.each([
    ['a changed page', 'apps/console/src/pages/a/page.tsx'],
    ['a new page', 'apps/console/src/pages/b/page.tsx'],
    ['a changed text', 'packages/i18n/src/zh/ui.json'],
    ['another version of a dependency', 'package-lock.json'],
    ['the settings of the build', 'apps/console/vite.config.ts'],
  ])('%s changes it', (_, path) => {
    const before = fingerprintSources(root);
    write(path, 'two');
    expect(fingerprintSources(root)).not.toBe(before);
  });

  test('times, tests and the build output do not change it', () => {
    const before = fingerprintSources(root);
    utimesSync(join(root, 'package-lock.json'), 1, 1);
    write('apps/console/src/pages/a/page.test.tsx', 'x');
    write('apps/console/dist/index.html', 'x');
    expect(fingerprintSources(root)).toBe(before);
  });
});

test('the console counts as built only for exactly the sources it was built from', () => {
  expect(isConsoleBuilt(root)).toBe(false);
  write('apps/console/dist/index.html', 'x');
  expect(isConsoleBuilt(root)).toBe(false);
  write('apps/console/dist/.sources', fingerprintSources(root));
  expect(isConsoleBuilt(root)).toBe(true);
  write('apps/console/src/pages/a/page.tsx', 'two');
  expect(isConsoleBuilt(root)).toBe(false);
});
