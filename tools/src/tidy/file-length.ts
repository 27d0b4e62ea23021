import type { Rule } from './rule.ts';
import { isTypeScript } from './source-file.ts';

export const FILE_LINES_MAX = 400;

export const fileLength: Rule = {
  name: 'no file is longer than 400 lines',
  check({ path, lines }) {
    if (!isTypeScript(path)) return [];
    const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
    if (count <= FILE_LINES_MAX) return [];
    return [{ line: 1, message: `has ${count} lines, at most ${FILE_LINES_MAX}` }];
  },
};
