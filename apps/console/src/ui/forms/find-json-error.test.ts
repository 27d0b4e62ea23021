import { expect, test } from 'vitest';
import { findJsonError } from './find-json-error.ts';

test('good and empty texts have no mistake', () => {
  for (const text of ['', '  ', '{}', '[1]', '{"a":\n"b"}'])
    expect(findJsonError(text)).toBeUndefined();
});

test('the line and column of the first mistake are found', () => {
  expect(findJsonError('{\n  "a": 1,\n  "b": x\n}')).toEqual({ line: 3, column: 8 });
  expect(findJsonError('{a')).toEqual({ line: 1, column: 2 });
});

test('a text that stops too early is wrong at its end', () => {
  expect(findJsonError('{"a":\n  [1')).toEqual({ line: 2, column: 5 });
});
