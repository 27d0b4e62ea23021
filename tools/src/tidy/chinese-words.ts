import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from './rule.ts';

/** Where people read Chinese: the console's texts, the manual, the docs, endpoint summaries. */
const CHINESE = /^packages\/i18n\/src\/zh\/|^docs\/manual\/zh\/|\.zh\.md$/;
const SUMMARIES = /^packages\/contract\/src\//;
const SUMMARY = /\bsummaryZh:/;

/** Ensures one Chinese term per concept. Add yours to `chinese-words.json`: `"pattern": "word"`. */
export const chineseWords = chineseWordsRule(
  JSON.parse(readFileSync(join(import.meta.dirname, 'chinese-words.json'), 'utf8')) as Record<
    string,
    string
  >,
);

/** @param list The term to use, by the pattern of what it replaces. */
export function chineseWordsRule(list: Readonly<Record<string, string>>): Rule {
  const words = Object.entries(list).map(([pattern, say]) => ({
    pattern: new RegExp(pattern, 'u'),
    say,
  }));
  return {
    name: 'one Chinese word a thing, as docs/glossary.md has it (tools/src/tidy/chinese-words.json)',
    check({ path, lines }) {
      const isRead = (line: string) =>
        CHINESE.test(path) || (SUMMARIES.test(path) && SUMMARY.test(line));
      return lines.flatMap((line, index) =>
        !isRead(line)
          ? []
          : words.flatMap(({ pattern, say }) => {
              const match = pattern.exec(line)?.[0];
              return match === undefined
                ? []
                : [{ line: index + 1, message: `“${match}” is retired: say “${say}”` }];
            }),
      );
    },
  };
}
