import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteFinder, PathologicalInput } from './find-bytes.ts';

describe('a byte finder', () => {
  it('finds what indexOf finds, from any start', () => {
    const letters = fc.array(fc.constantFrom(45, 97, 98), { minLength: 1, maxLength: 12 });
    const heap = fc.array(fc.constantFrom(45, 97, 98), { maxLength: 200 });
    fc.assert(
      fc.property(letters, heap, fc.nat(20), (needle, bytes, from) => {
        const finder = new ByteFinder(Buffer.from(needle));
        const index = Buffer.from(bytes).indexOf(Buffer.from(needle), from);
        expect(finder.find(Buffer.from(bytes), from)).toBe(from > bytes.length ? -1 : index);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a boundary of one letter in a file of it', `--${'a'.repeat(70)}`, 'a'],
    ['a boundary whose beginning fills the file', `--${'-'.repeat(69)}x`, '-'],
    ['a boundary of two letters in turn', `--${'ab'.repeat(35)}`, 'ab'],
  ])('gives up, or takes linear work, for %s', (_name, needle, unit) => {
    const bytes = Buffer.from(unit.repeat(1_000_000 / unit.length));
    const finder = new ByteFinder(Buffer.from(needle));
    try {
      expect(finder.find(bytes, 0)).toBe(-1);
    } catch (error) {
      expect(error).toBeInstanceOf(PathologicalInput);
    }
    expect(finder.comparisons).toBeLessThan(0.5 * bytes.length + 70_000);
  });

  it('tells of a short needle whether it occurs in whatever resembles it', () => {
    const finder = new ByteFinder(Buffer.from('"tool_calls"'));
    const alike = '"xtool_calls",'.repeat(50_000);
    expect(() => finder.find(Buffer.from(alike), 0)).toThrow(PathologicalInput);
    const before = finder.comparisons;
    expect(finder.isIn(Buffer.from(alike))).toBe(false);
    expect(finder.comparisons - before).toBeLessThanOrEqual(alike.length);
    expect(finder.isIn(Buffer.from(`${alike}"tool_calls"`))).toBe(true);
  });

  it.each([
    ['browsers', '----WebKitFormBoundary7MA4YWxkTrZu0gW'],
    ['curl', `${'-'.repeat(24)}d74496d66958873e`],
    ['form-data', `${'-'.repeat(26)}802493574263184902741635`],
    ['Python', '6f0b1c2d9e8a7f6b5c4d3e2f1a0b9c8d'],
  ])('does not give up on files of dashes or digits with boundaries of %s', (_name, boundary) => {
    const finder = new ByteFinder(Buffer.from(`--${boundary}`));
    const digits = Array.from({ length: 1_000_000 }, (_, at) => (at * 7919) % 10).join('');
    for (const text of ['-'.repeat(1_000_000), digits, digits.replaceAll('7', 'a')])
      expect(finder.find(Buffer.from(text), 0)).toBe(-1);
  });
});
