import { expect, test } from 'vitest';
import { dealBySize } from './size-sequencer.ts';

const FILES = [900, 500, 500, 400, 300, 300, 200, 100, 50, 10].map((size, index) => ({
  path: `${index}.test.ts`,
  size,
}));

test.each([1, 2, 3, 4])(
  'each of %i parts has its share of files and bytes, and no file is left out',
  (count) => {
    const parts = dealBySize(FILES, count);
    expect(new Set(parts.flat())).toEqual(new Set(FILES));
    expect(parts.flat()).toHaveLength(FILES.length);
    const lengths = parts.map(({ length }) => length);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
    const sizes = parts.map((part) => part.reduce((sum, { size }) => sum + size, 0));
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(900);
  },
);

test('the parts do not depend on the order in which files are found', () => {
  expect(dealBySize(FILES.toReversed(), 3)).toEqual(dealBySize(FILES, 3));
});
