import { expect, test } from 'vitest';
import { findJsonError } from './find-json-error.ts';

test('valid and empty texts have no error', () => {
  for (const text of ['', '  ', '{}', '[1]', '{"a":\n"b"}'])
    expect(findJsonError(text)).toBeUndefined();
});

test('the line and column of the first error are found', () => {
  expect(findJsonError('{\n  "a": 1,\n  "b": x\n}')).toEqual({ line: 3, column: 8 });
  expect(findJsonError('{a')).toEqual({ line: 1, column: 2 });
});

test('the error of a truncated text is at its end', () => {
  expect(findJsonError('{"a":\n  [1')).toEqual({ line: 2, column: 5 });
});
