import { expect, test } from 'vitest';
import { findIn } from './testing/find-in.ts';
import { weakSpot } from './weak-spot.ts';

const ignore = ['tidy', 'ignore'].join('-');
const find = (text: string) => findIn(weakSpot, 'tools/src/a.ts', text);

test('a reason on the line or the line above excuses a finding', () => {
  expect(find(`it.skip('x', run); // ${ignore}: it is slow`)).toEqual([]);
  expect(find(`// ${ignore}: it is slow\nit.skip('x', run);`)).toEqual([]);
});

test('a comment without a reason, or further away, excuses nothing', () => {
  expect(find(`it.skip('x', run); // ${ignore}`)).toHaveLength(1);
  expect(find(`it.skip('x', run); // ${ignore}: `)).toHaveLength(1);
  expect(find(`// ${ignore}: a reason\n\nit.skip('x', run);`)).toHaveLength(1);
});
