import { describe, expect, test } from 'vitest';
import { filledTextRule } from './filled-text.ts';
import { findIn } from './testing/find-in.ts';

const texts = {
  zh: {
    a: { plain: '好', named: '{{name}} 好', many_one: '{{count}} 个', many_other: '{{count}}' },
  },
  en: { a: { plain: 'Fine', named: '{{name}} is fine', many_one: 'one', many_other: '{{count}}' } },
};
const rule = filledTextRule(texts);
const find = (code: string, path = 'apps/console/src/pages/a/page.tsx') => findIn(rule, path, code);

describe('texts with unfilled placeholders', () => {
  test.each([
    ["t('a.named');", 'name'],
    ["t('a.named', { count: 1 });", 'name'],
    ["t(done ? 'a.plain' : 'a.named', {});", 'name'],
    ["t('a.many');", 'count'],
  ])('%s is found', (code, name) => {
    expect(find(code)).toEqual([expect.stringContaining(`leaves {{${name}}} open`)]);
  });

  test.each([
    "t('a.plain');",
    "t('a.named', { name });",
    "t('a.many', { count: 3 });",
    "t('a.named', values);",
    "t('a.named', { ...values });",
    "t('a', { returnObjects: true });",
    't(`a.${kind}`);',
    "other('a.named');",
  ])('%s is fine', (code) => {
    expect(find(code)).toEqual([]);
  });

  test('only the console is checked', () => {
    expect(find("t('a.named');", 'apps/gateway/src/a.ts')).toEqual([]);
  });
});
