import { expect, test } from 'vitest';
import { formatDollars } from './format-dollars.ts';

test('dollars have a comma per thousand and their sign before the symbol, like all amounts', () => {
  expect([1_234_567.5, 0, -5, -0.001].map(formatDollars)).toEqual([
    '$1,234,567.50',
    '$0.00',
    '−$5.00',
    '$0.00',
  ]);
});
