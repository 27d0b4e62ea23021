import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteFinder } from './find-bytes.ts';

describe('a finder of bytes', () => {
  it('finds what indexOf finds, wherever it begins', () => {
    const letters = fc.array(fc.constantFrom(45, 97, 98), { minLength: 1, maxLength: 12 });
    const heap = fc.array(fc.constantFrom(45, 97, 98), { maxLength: 200 });
    fc.assert(
      fc.property(letters, heap, fc.nat(20), (needle, bytes, from) => {
        const finder = new ByteFinder(Buffer.from(needle));
        const found = Buffer.from(bytes).indexOf(Buffer.from(needle), from);
        expect(finder.find(Buffer.from(bytes), from)).toBe(from > bytes.length ? -1 : found);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a boundary of one letter in a file of it', `--${'a'.repeat(70)}`, 'a'],
    ['a boundary whose beginning fills the file', `--${'-'.repeat(69)}x`, '-'],
    ['a boundary of two letters in turn', `--${'ab'.repeat(35)}`, 'ab'],
  ])('takes linear work for %s', (_name, needle, unit) => {
    const bytes = Buffer.from(unit.repeat(200_000 / unit.length));
    const finder = new ByteFinder(Buffer.from(needle));
    expect(finder.find(bytes, 0)).toBe(-1);
    expect(finder.comparisons).toBeLessThan(6 * bytes.length + 10_000);
    const there = Buffer.concat([bytes, Buffer.from(needle), bytes]);
    expect(finder.find(there, 0)).toBe(there.indexOf(needle));
  });
});
