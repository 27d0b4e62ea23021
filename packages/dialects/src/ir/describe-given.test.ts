import { expect, test } from 'vitest';
import { describeGiven } from './describe-given.ts';

test.each([
  [null, 'null'],
  [['a'], 'an array'],
  [{ a: 1 }, 'a value of type object'],
  ['many', 'a value of type string'],
  [1.5, '1.5'],
])(
  'what was given instead of an expected type is named, a number by its value: %j',
  (value, named) => {
    expect(describeGiven(value)).toBe(named);
  },
);
