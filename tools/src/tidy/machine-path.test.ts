import { expect, test } from 'vitest';
import { machinePath } from './machine-path.ts';
import { findIn } from './testing/find-in.ts';

const path = (...parts: string[]) => ['', ...parts].join('/');
const find = (text: string) => findIn(machinePath, 'docs/a.md', text);

test('machine-specific paths and registry hosts are found in any text', () => {
  expect(find(`first\nsee ${path('work', 'main')}`)).toEqual([expect.stringMatching(/^2 names/)]);
  expect(find(`mkdir ${path('tmp', 'x')}`)).toHaveLength(1);
  expect(find(`https://${['registry', 'npmjs', 'org'].join('.')}/zod`)).toHaveLength(1);
});

test('relative paths, URLs and words that only look similar are fine', () => {
  expect(find('docs/work/a.md and ./tmp/a and https://host/a/tmp')).toEqual([]);
  expect(find('`${folder}/tmp/x`')).toEqual([]);
});
