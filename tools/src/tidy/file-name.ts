import type { Rule } from './rule.ts';
import { isTypeScript } from './source-file.ts';

/** Names that reveal nothing about a file's content. */
const EMPTY_WORDS = new Set(
  ['common', 'helper', 'helpers', 'lib', 'libs', 'manager', 'managers', 'misc', 'service'].concat([
    'services',
    'util',
    'utils',
  ]),
);
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|config|d|spec))?$/;

export const fileName: Rule = {
  name: 'files and folders say in kebab-case what they hold',
  check({ path }) {
    if (!isTypeScript(path)) return [];
    const parts = path.replace(/\.tsx?$/, '').split('/');
    return parts.flatMap((part) => {
      if (!KEBAB.test(part)) return [{ line: 1, message: `${part} is not kebab-case` }];
      const word = part.split(/[-.]/).find((one) => EMPTY_WORDS.has(one));
      return word === undefined ? [] : [{ line: 1, message: `${word} says nothing: ${part}` }];
    });
  },
};
