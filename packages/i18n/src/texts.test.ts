import { describe, expect, test } from 'vitest';
import { texts } from './index.ts';

function flatten(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  return new Map(
    Object.entries(value as object).flatMap(([key, inner]) => [
      ...flatten(inner, path === '' ? key : `${path}.${key}`),
    ]),
  );
}

const zh = flatten(texts.zh);
const en = flatten(texts.en);
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe('texts', () => {
  test('both languages have the same keys', () => {
    expect([...en.keys()].sort()).toEqual([...zh.keys()].sort());
  });

  test('no text is empty', () => {
    expect([...zh, ...en].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('translations fill in the same values', () => {
    for (const [key, text] of zh)
      expect([key, placeholders(en.get(key) as string)]).toEqual([key, placeholders(text)]);
  });

  test('Chinese texts are Chinese unless they are names or symbols', () => {
    const latinOnly = [...zh].filter(
      ([, text]) => !/\p{Script=Han}/u.test(text) && /[a-z]{5,}\s[a-z]{3,}/i.test(text),
    );
    expect(latinOnly).toEqual([]);
  });
});
