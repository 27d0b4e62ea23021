import { texts } from '@tollgate/i18n';
import { expect, test } from 'vitest';

const KEY = new RegExp(`['"\`]((?:${Object.keys(texts.zh).join('|')})\\.[\\w.-]+)(\\$\\{)?`, 'g');

/** What a key leads to: a text, a group of them, or nothing. */
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

test('every text that the console asks for by name is there', () => {
  const missing: string[] = [];
  let count = 0;
  for (const [path, source] of Object.entries(sources)) {
    for (const [, key = '', goesOn] of source.matchAll(KEY)) {
      count += 1;
      // A key that is put together has to lead to a group at least.
      const wanted = goesOn === undefined ? key : key.slice(0, key.lastIndexOf('.'));
      // A text that counts has a form a number.
      if (find(wanted) === undefined && find(`${wanted}_other`) === undefined)
        missing.push(`${path}: ${key}`);
    }
  }
  expect(count).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});
