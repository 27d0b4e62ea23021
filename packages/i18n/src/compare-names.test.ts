import { expect, test } from 'vitest';
import { compareNames } from './compare-names.ts';

test('names are sorted without regard to case, and numbers in them by value', () => {
  const names = ['gpt-10', 'Qwen/Qwen3', 'claude', 'qwen-max', 'BAAI/bge', 'gpt-5', '备用', 'aws'];
  expect(names.toSorted(compareNames)).toEqual([
    'aws',
    'BAAI/bge',
    'claude',
    'gpt-5',
    'gpt-10',
    'qwen-max',
    'Qwen/Qwen3',
    '备用',
  ]);
});
