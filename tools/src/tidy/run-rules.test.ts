import { expect, test } from 'vitest';
import { defaultExport } from './default-export.ts';
import { findIn } from './testing/find-in.ts';

const ignore = ['tidy', 'ignore'].join('-');
const find = (text: string) => findIn(defaultExport, 'tools/src/a.ts', text);

test('a reason on the line or the line above excuses a finding', () => {
  expect(find(`export default 1; // ${ignore}: a loader asks for it`)).toEqual([]);
  expect(find(`// ${ignore}: a loader asks for it\nexport default 1;`)).toEqual([]);
});

test('without a reason, or further away, nothing is excused', () => {
  expect(find(`export default 1; // ${ignore}`)).toHaveLength(1);
  expect(find(`export default 1; // ${ignore}: `)).toHaveLength(1);
  expect(find(`// ${ignore}: a reason\n\nexport default 1;`)).toHaveLength(1);
});
