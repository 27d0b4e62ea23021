import { expect, test } from 'vitest';
import { findJsonMistake } from './find-json-mistake.ts';

test('good and empty texts have no mistake', () => {
  for (const text of ['', '  ', '{}', '[1]', '{"a":\n"b"}'])
    expect(findJsonMistake(text)).toBeUndefined();
});

test('the line and column of the first mistake are found', () => {
  expect(findJsonMistake('{\n  "a": 1,\n  "b": x\n}')).toEqual({ line: 3, column: 8 });
  expect(findJsonMistake('{a')).toEqual({ line: 1, column: 2 });
});

test('a text that stops too early is wrong at its end', () => {
  expect(findJsonMistake('{"a":\n  [1')).toEqual({ line: 2, column: 5 });
});
