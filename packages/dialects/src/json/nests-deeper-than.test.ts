import { expect, it } from 'vitest';
import { nestsDeeperThan } from './nests-deeper-than.ts';

const lists = (depth: number, inner = '') => '['.repeat(depth) + inner + ']'.repeat(depth);

it.each<[string, string, boolean]>([
  ['as deep as the limit', lists(10), false],
  ['one level deeper', lists(11), true],
  ['objects and lists together', '{"a":'.repeat(6) + lists(5) + '}'.repeat(6), true],
  ['many shallow ones', `[${'[1],{"a":2},'.repeat(50)}0]`, false],
  ['brackets inside a string', JSON.stringify(lists(50)), false],
  ['brackets behind an escaped quote', JSON.stringify(`"${lists(50)}`), false],
  ['a string that ends with a backslash', `["\\\\",${lists(10)}]`, true],
])('a text with %s', (_name, text, expected) => {
  expect(nestsDeeperThan(text, 10)).toBe(expected);
});
