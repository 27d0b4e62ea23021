import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');
const BROWSER_LOCALE = /toLocaleString\(\s*(?:undefined\b|\))|NumberFormat\(\s*(?:undefined\b|\))/;

test('no number is written in the browser’s locale: amounts of money beside it are not, and $1.000 would be ambiguous', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter(
    (file) => !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(
    files.filter((file) => BROWSER_LOCALE.test(readFileSync(join(SOURCES, file), 'utf8'))),
  ).toEqual([]);
});
