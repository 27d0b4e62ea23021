import { expect, test } from 'vitest';
import { namedPaths } from './named-paths.ts';
import { findIn } from './testing/find-in.ts';

const find = (path: string, text: string) => findIn(namedPaths, path, text);

test('a document that names a nonexistent file is found', () => {
  const text = 'fine: `tools/src/tidy/rules.ts`\ngone: `tools/src/tidy/gone.ts`';
  expect(find('docs/glossary.md', text)).toEqual([expect.stringMatching(/^2 names .*gone\.ts/)]);
  expect(find('AGENTS.md', '`apps/nowhere`')).toHaveLength(1);
});

test('placeholders, commands, decisions and the changelog may name nonexistent files', () => {
  expect(find('AGENTS.md', '`packages/<name>` and `npm run tools/x`')).toEqual([]);
  expect(find('docs/decisions/0001.md', '`apps/nowhere`')).toEqual([]);
  expect(find('CHANGELOG.md', '`apps/nowhere`')).toEqual([]);
});
