import { expect, it } from 'vitest';
import { ParseBudget } from './parse-budget.ts';

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
  expect(new ParseBudget(10).take(text)).toBe(!expected);
});

it('the values of all texts count together, except those of a text that is not parsed', () => {
  const budget = new ParseBudget(10, 13);
  expect(budget.take('{"a":[1,2]}')).toBe(true);
  expect(budget.take('[[],[],[],[],[]]')).toBe(false);
  expect(budget.take('{"a":",,,,,,,,,,"}')).toBe(true);
  expect(budget.take('["a",[],1,2]')).toBe(true);
  expect(budget.take('[]')).toBe(false);
});
