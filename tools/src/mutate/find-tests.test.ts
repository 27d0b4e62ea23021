import { expect, test } from 'vitest';
import { createSourceFile } from '../tidy/source-file.ts';
import { createTestFinder } from './find-tests.ts';

const FILES = {
  'a/low.ts': '',
  'a/middle.ts': "import { low } from './low.ts';",
  'a/top.ts': "import { middle } from './middle.ts';",
  'a/middle.test.ts': "import { middle } from './middle.ts';",
  'a/top.test.ts': "import type { top } from './top.ts';",
};
const findTests = createTestFinder(
  Object.entries(FILES).map(([path, text]) => createSourceFile(path, text)),
);

test('a mutated file is tested by the tests that import it', () => {
  expect(findTests('a/middle.ts')).toEqual(['a/middle.test.ts']);
});

test('a file that no test imports is tested by the tests of its importers', () => {
  expect(findTests('a/low.ts')).toEqual(['a/middle.test.ts']);
});
