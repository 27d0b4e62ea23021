import { expect, test } from 'vitest';
import { formatSize } from './format-size.ts';

test('a file is never shown as 0 MB: below 1 MB its size is in kB', () => {
  expect([1, 24_100, 999_999, 1_000_000, 3_140_000].map(formatSize)).toEqual([
    '1 kB',
    '25 kB',
    '1000 kB',
    '1.0 MB',
    '3.1 MB',
  ]);
});
