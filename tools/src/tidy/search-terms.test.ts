import { expect, test } from 'vitest';
import { findUnfindable } from './search-terms.ts';

const file = (path: string, text = '') => ({ path, text });

test('a term is found by a file name', () => {
  expect(findUnfindable(['rate limiter'], [file('a/rate-limiter.ts')])).toEqual([]);
});

test('a term is found by the first line of the first docstring', () => {
  const text = 'const a = 1;\n/**\n * Failover: tries channels until one answers.\n * More.\n */';
  expect(findUnfindable(['failover'], [file('a/run-call.ts', text)])).toEqual([]);
});

test('a term only in a later docstring is not found', () => {
  const text = '/** Tries channels. */\nconst a = 1;\n/** Failover. */\nconst b = 1;';
  expect(findUnfindable(['failover'], [file('a/run-call.ts', text)])).toEqual(['failover']);
});

test('a term later in a docstring or in the code is not found', () => {
  const text = '/**\n * Tries channels.\n * This is failover.\n */\nconst failover = 1;';
  expect(findUnfindable(['failover'], [file('a/run-call.ts', text)])).toEqual(['failover']);
});
