import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../repository.ts';

const DOCS = join(repositoryRoot, 'docs');
/** Pages of the manual and of the callers' docs, by language. */
const pages = [
  ...readdirSync(join(DOCS, 'manual/en')).map((name) => ({
    page: name,
    en: `manual/en/${name}`,
    zh: `manual/zh/${name}`,
  })),
  ...globSync('site/*.en.md', { cwd: DOCS }).map((en) => ({
    page: en,
    en,
    zh: en.replace('.en.md', '.zh.md'),
  })),
];

/** Facts written in one language only, by page, and why nothing is missing. */
const ALONE: Readonly<Record<string, readonly string[]>> = {
  // Placeholders are translated.
  'command-line.md': ['tollgate ACTION --help', '--help'],
  'configuration.md': [
    '--plan ID',
    '--plan 编号',
    '{env: NAME}',
    '{env: 变量名}',
    '{file: PATH}',
    '{file: 路径}',
    'options',
    '20',
  ],
  'import.md': ['name_id'],
  // Written as one code span or two.
  'management-api.md': ['success: false', 'false'],
  // 20 percent off is 八折 in Chinese.
  'prices.md': ['20'],
};

interface Facts {
  /** Code spans: options, variables, commands, URLs and values. */
  code: string[];
  /** Two digits or more: smaller numbers may be spelled out. */
  numbers: string[];
  links: string[];
  /** Headings with their depth, table rows and list items, in order. */
  outline: string[];
}

/**
 * Extracts the facts a page states, without its prose. Generated tables and code blocks are compared
 * elsewhere.
 */
function readFacts(path: string): Facts {
  const text = readFileSync(join(DOCS, path), 'utf8')
    .replaceAll(/<!-- generated[^]*?<!-- end[^>]*-->/g, '')
    .replaceAll(/^( *)```[^]*?^\1```$/gm, '');
  const prose = text.replaceAll(/`[^`\n]+`/g, '').replaceAll(/\]\([^)]*\)/g, ']');
  return {
    code: all(text, /`([^`\n]+)`/g),
    numbers: all(prose.replaceAll(/(?<=\d)[,.](?=\d)/g, ''), /(?<![\w.])(\d{2,})/g),
    links: all(text, /\]\(([^)#]+)/g).map((link) =>
      link.replace('.zh.md', '.en.md').replace('/zh/', '/en/'),
    ),
    outline: all(text, /^ *(#+|\||-|\d+\.) /gm).map((mark) => mark.replace(/\d+/, '1')),
  };
}

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);
const only = (here: readonly string[], there: readonly string[], page: string) =>
  [...new Set(here)].filter((fact) => !there.includes(fact) && !ALONE[page]?.includes(fact));

test.each(pages)(
  '$page states the same options, commands, numbers and links in both languages, in the same outline',
  ({ page, en, zh }) => {
    const [ours, theirs] = [readFacts(en), readFacts(zh)];
    const missing = (['code', 'numbers', 'links'] as const).map((kind) => ({
      kind,
      inChinese: only(ours[kind], theirs[kind], page),
      inEnglish: only(theirs[kind], ours[kind], page),
    }));
    expect(
      missing.filter(({ inChinese, inEnglish }) => inChinese.length + inEnglish.length > 0),
    ).toEqual([]);
    expect(theirs.outline).toEqual(ours.outline);
  },
);

test('exceptions for one language are not stale', () => {
  const stale = Object.entries(ALONE).flatMap(([page, facts]) => {
    const stated = ['en', 'zh'].map((language) => {
      const { code, numbers } = readFacts(`manual/${language}/${page}`);
      return [...code, ...numbers];
    });
    return facts.filter(
      (fact) => stated.every((list) => list.includes(fact)) || !stated.flat().includes(fact),
    );
  });
  expect(stale).toEqual([]);
});
