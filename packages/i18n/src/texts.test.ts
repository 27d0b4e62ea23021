import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
/** Texts whose count is a product limit above 1. */
const NEVER_ONE = new Set(['cli.failures.passphrase', 'errors.passkey_limit']);
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort();

/** Counts the keys of all objects in a parsed JSON value. */
const countKeys = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>(
        (sum, inner) => sum + countKeys(inner),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )
    : 0;

/** Counts the keys written in a JSON text, including repeated ones. */
const countWrittenKeys = (json: string): number =>
  [...json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon).length;

describe('texts', () => {
  test.each(['zh', 'en'])('no file of %s has a duplicate key', (language) => {
    const folder = join(import.meta.dirname, language);
    for (const name of readdirSync(folder)) {
      const json = readFileSync(join(folder, name), 'utf8');
      expect([name, countWrittenKeys(json)]).toEqual([name, countKeys(JSON.parse(json))]);
    }
  });

  test('both languages have the same keys, except singulars, which Chinese does not need', () => {
    const isOwn = (key: string) => !key.endsWith('_one') || zh.has(key);
    expect([...en.keys()].filter(isOwn).sort()).toEqual([...zh.keys()].sort());
    const singulars = [...en.keys()].filter((key) => !isOwn(key));
    expect(singulars.filter((key) => !en.has(key.slice(0, -'_one'.length)))).toEqual([]);
  });

  test('an English text with a count has a singular, or wording that needs none', () => {
    const countsThings = /\{\{count\}\}(?: [a-z]+){0,3} [a-z]+s\b/;
    const verbs = /\{\{count\}\} (?:is|was|has)\b/;
    const bare = [...en].flatMap(([key, text]) => {
      const stem = key.replace(/_other$/, '');
      const isSingular = key.endsWith('_one') || NEVER_ONE.has(key);
      return countsThings.test(text) && !verbs.test(text) && !isSingular && !en.has(`${stem}_one`)
        ? [key]
        : [];
    });
    expect(bare).toEqual([]);
  });

  test('no text is empty', () => {
    expect([...zh, ...en].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('translations use the same placeholders', () => {
    for (const [key, text] of zh)
      expect([key, placeholders(en.get(key) as string)]).toEqual([key, placeholders(text)]);
  });

  test('Chinese texts are in Chinese unless they are names or symbols', () => {
    const latinOnly = [...zh].filter(
      ([, text]) => !/\p{Script=Han}/u.test(text) && /[a-z]{5,}\s[a-z]{3,}/i.test(text),
    );
    expect(latinOnly).toEqual([]);
  });
});
