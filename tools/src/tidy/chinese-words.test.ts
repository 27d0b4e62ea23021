import { expect, test } from 'vitest';
import { chineseWordsRule } from './chinese-words.ts';
import { findIn } from './testing/find-in.ts';

const find = (path: string, text: string) =>
  findIn(
    chineseWordsRule({ 旧词: '新词', '(?<=\\p{Script=Han} ?)tokens?\\b': 'Token' }),
    path,
    text,
  );

test('a retired Chinese word is found with its replacement, in texts, manual, docs and summaries', () => {
  const found = ['1 “旧词” is retired: say “新词”'];
  for (const path of [
    'packages/i18n/src/zh/a.json',
    'docs/manual/zh/a.md',
    'docs/site/a.zh.md',
    'README.zh.md',
  ])
    expect(find(path, '这是旧词')).toEqual(found);
  expect(find('packages/contract/src/a.ts', "summaryZh: '旧词',")).toEqual(found);
});

test('other files, code and comments are not checked', () => {
  expect(find('apps/gateway/src/a.test.ts', '旧词')).toEqual([]);
  expect(find('packages/contract/src/a.ts', '/** 旧词 */')).toEqual([]);
});

test('a pattern finds an English word only inside Chinese prose', () => {
  expect(find('docs/manual/zh/a.md', '每百万 token 的价格')).toHaveLength(1);
  expect(find('docs/manual/zh/a.md', '`GET /api/token/` 与 token_name')).toEqual([]);
});
