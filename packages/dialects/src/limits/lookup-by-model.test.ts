import { expect, test } from 'vitest';
import { createLookupByModel } from './lookup-by-model.ts';

test('a model has the figure of the first pattern that matches its plain name, also on repeated lookups', () => {
  const read = createLookupByModel([
    [/^big-/, 0],
    [/^b/, 7],
  ]);
  for (let turn = 0; turn < 2; turn += 1)
    expect(['host/Big-1', 'ft:b', 'small', 'b'.repeat(1000)].map(read)).toEqual([
      0,
      7,
      undefined,
      7,
    ]);
});

test('unlimited model names do not take unlimited memory', () => {
  let lookups = 0;
  const pattern = /^x/;
  const read = createLookupByModel([
    [{ test: (name: string) => (lookups += 1) && pattern.test(name) } as RegExp, 1],
  ]);
  for (let name = 0; name < 2500; name += 1) read(`x${name}`);
  read('x0');
  read('x0');
  expect(lookups).toBe(2501);
});
