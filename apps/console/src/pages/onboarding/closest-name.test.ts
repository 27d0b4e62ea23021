import { expect, test } from 'vitest';
import { closestName } from './closest-name.ts';

const NAMES = ['gpt-5', 'gpt-5-mini', 'claude-sonnet-4', 'text-embedding-3-small'];

test.each([
  ['gpt-5mini', 'gpt-5-mini'],
  ['GPT-5-min', 'gpt-5-mini'],
  ['claude-sonet-4', 'claude-sonnet-4'],
  ['o3', undefined],
  ['llama-3.3-70b', undefined],
  // An exact match is not a typo.
  ['gpt-5', undefined],
])('%s is taken as a misspelling of %s', (written, meant) => {
  expect(closestName(written, NAMES)).toBe(meant);
});
