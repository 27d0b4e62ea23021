import { expect, test } from 'vitest';
import { FILE_LINES_MAX, fileLength } from './file-length.ts';
import { findIn } from './testing/find-in.ts';

const linesOf = (count: number) => 'export {};\n'.repeat(count);

test('a file of 400 lines is fine, one of 401 is not', () => {
  expect(findIn(fileLength, 'tools/src/a.ts', linesOf(FILE_LINES_MAX))).toEqual([]);
  const found = findIn(fileLength, 'tools/src/a.ts', linesOf(FILE_LINES_MAX + 1));
  expect(found).toEqual(['1 has 401 lines, at most 400']);
});

test('a last line without a newline counts', () => {
  expect(findIn(fileLength, 'a.ts', `${linesOf(FILE_LINES_MAX)}export {};`)).toHaveLength(1);
});

test('files that are not code may be longer', () => {
  expect(findIn(fileLength, 'docs/a.md', linesOf(FILE_LINES_MAX + 1))).toEqual([]);
});
