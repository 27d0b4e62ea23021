import { expect, test } from 'vitest';
import { defaultExport } from './default-export.ts';
import { findIn } from './testing/find-in.ts';

test.each([
  'export default 1;',
  'const a = 1; export { a as default };',
  'export default () => 1;',
])('%s is found', (text) => {
  expect(findIn(defaultExport, 'tools/src/a.ts', text)).toEqual(['1 exports a default']);
});

test('configuration files have one because their tools ask for it', () => {
  expect(findIn(defaultExport, 'apps/console/vite.config.ts', 'export default {};')).toEqual([]);
});

test('the name default inside an object is fine', () => {
  expect(
    findIn(defaultExport, 'a.ts', 'export const as = (a: number) => ({ default: a });'),
  ).toEqual([]);
});
