import { describe, expect, test } from 'vitest';
import { findIn } from './testing/find-in.ts';
import { weakSpot } from './weak-spot.ts';

const find = (text: string) => findIn(weakSpot, 'tools/src/a.test.ts', text);
const marks = ['TO', 'DO'].join('');

describe('weak spots', () => {
  test.each([
    ["test.only('x', run);", 'has .only'],
    ["it.skip('x', run);", 'has .skip'],
    ["test.describe.only('x', run);", 'has .only'],
    ["describe.skip.each([1])('x', run);", 'has .skip'],
    [`// ${marks}: later`, `has ${marks}`],
    [`/* ${['@ts', 'ignore'].join('-')} */`, 'has @ts-ignore'],
  ])('%s is found', (text, message) => {
    expect(find(text)).toEqual([`1 ${message}`]);
  });

  test.each([
    "test.skipIf(noDatabase)('x', run);",
    "test.each([1])('x', run);",
    'queue.skip();',
    `const text = '${marks}';`,
    'const any = 1;',
  ])('%s is fine', (text) => {
    expect(find(text)).toEqual([]);
  });
});
