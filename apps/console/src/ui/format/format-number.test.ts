import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');
const OTHER_LOCALE = /\.toLocaleString\(|NumberFormat\((?!'en'|language,)/;

test('numbers are written by formatNumber, not in the browser’s locale: $1.000 beside an amount would be ambiguous', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter(
    (file) => !file.includes('.test.') && file !== join('ui', 'format', 'format-number.ts'),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(
    files.filter((file) => OTHER_LOCALE.test(readFileSync(join(SOURCES, file), 'utf8'))),
  ).toEqual([]);
});
