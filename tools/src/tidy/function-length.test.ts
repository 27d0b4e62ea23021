import { describe, expect, test } from 'vitest';
import { FUNCTION_LINES_MAX, functionLength } from './function-length.ts';
import { findIn } from './testing/find-in.ts';

/** Returns a body that makes the whole function `lines` long. */
const bodyOf = (lines: number) => `{\n${'  work();\n'.repeat(lines - 2)}}`;
const find = (text: string) => findIn(functionLength, 'tools/src/a.ts', text);

describe('function length', () => {
  test.each([
    ['a declaration', (body: string) => `function run() ${body}`],
    ['an arrow', (body: string) => `export const run = () => ${body};`],
    ['an expression', (body: string) => `const run = function run() ${body};`],
    ['a method', (body: string) => `const object = { run() ${body} };`],
  ])('%s may have 70 lines and no more', (_, wrap) => {
    expect(find(wrap(bodyOf(FUNCTION_LINES_MAX)))).toEqual([]);
    expect(find(wrap(bodyOf(FUNCTION_LINES_MAX + 1)))).toEqual([
      expect.stringMatching(/^1 .* has 71 lines, at most 70$/),
    ]);
  });

  test('braces in strings, templates, comments and patterns do not end a function', () => {
    const noise = ['const a = "}";', 'const b = `}${"}"}`;', '// }', '/* } */', 'const c = /}/;'];
    const body = `{\n${'  work();\n'.repeat(40)}${noise.join('\n')}\n${'  work();\n'.repeat(40)}}`;
    expect(find(`function run() ${body}`)).toEqual(['1 run has 87 lines, at most 70']);
  });

  test('the callback of a describe is a list of tests and may be longer', () => {
    const body = bodyOf(FUNCTION_LINES_MAX + 1);
    expect(find(`describe('x', () => ${body});`)).toEqual([]);
    expect(find(`test('x', () => ${body});`)).toHaveLength(1);
  });
});
