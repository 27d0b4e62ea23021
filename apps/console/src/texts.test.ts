import { texts } from '@tollgate/i18n';
import { expect, test } from 'vitest';

const KEY = new RegExp(`['"\`]((?:${Object.keys(texts.zh).join('|')})\\.[\\w.-]+)(\\$\\{)?`, 'g');

/** Looks up a key: a text, a group of texts, or nothing. */
const find = (key: string) =>
  key
    .replace(/\.$/, '')
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts.zh);

const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('every text that the console uses by key exists', () => {
  const missing: string[] = [];
  let count = 0;
  for (const [path, source] of Object.entries(sources)) {
    for (const [, key = '', goesOn] of source.matchAll(KEY)) {
      count += 1;
      // A concatenated key must at least lead to a group.
      const lookupKey = goesOn === undefined ? key : key.slice(0, key.lastIndexOf('.'));
      // A plural text has a form per number.
      if (find(lookupKey) === undefined && find(`${lookupKey}_other`) === undefined)
        missing.push(`${path}: ${key}`);
    }
  }
  expect(count).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});
