import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  multiply,
  parseDecimal,
  roundHalfUp,
  roundPlaces,
  toNumber,
  type Decimal,
} from './decimal.ts';

const parse = (value: unknown) => parseDecimal(value) as Decimal;

describe('a decimal is exactly what its author wrote', () => {
  test.each([
    [0, 0n, 0],
    [1, 1n, 0],
    [0.1, 1n, 1],
    [1.25, 125n, 2],
    ['1.250', 125n, 2],
    [' 0.075 ', 75n, 3],
    [1e-7, 1n, 7],
    ['2.5e-3', 25n, 4],
    ['1E3', 1000n, 0],
    [1e9, 1_000_000_000n, 0],
    [-0, 0n, 0],
  ])('%j', (value, units, places) => {
    expect(parse(value)).toEqual({ units, places });
  });

  test.each([
    ['0.1234567894', 123_456_789n],
    ['0.1234567895', 123_456_790n],
    [5e-10, 1n],
    [4.999e-10, 0n],
    [0.1 + 0.2, 300_000_000n],
  ])('%j: digits beyond 9 places round half up', (value, billionths) => {
    const { units, places } = parse(value);
    expect(units * 10n ** BigInt(9 - places)).toBe(billionths);
  });

  test.each([
    [-1],
    ['-0.1'],
    [Number.NaN],
    [-Infinity],
    [''],
    ['1,5'],
    ['0x10'],
    ['1.'],
    ['.5'],
    [null],
    [undefined],
    [true],
    [[5]],
    [{}],
    ['1'.repeat(101)],
  ])('%j is not a number of 0 or more', (value) => {
    expect(parseDecimal(value)).toBe('not-a-number');
  });

  test.each([[1_000_000_000.1], [1e300], ['1e999'], [Infinity], [Number.MAX_VALUE]])(
    '%j is too large',
    (value) => {
      expect(parseDecimal(value)).toBe('too-large');
    },
  );

  test('every number of at most 9 places round-trips unchanged', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000_000 }),
        fc.integer({ min: 0, max: 9 }),
        (units, places) => {
          const value = Number(`${units}e-${places}`);
          fc.pre(value <= 1e9);
          expect(toNumber(parse(value))).toBe(value);
        },
      ),
    );
  });
});

test('sums and products are exact', () => {
  expect(toNumber(add(parse(0.1), parse(0.2)))).toBe(0.3);
  expect(toNumber(multiply(parse(3), parse(0.1)))).toBe(0.3);
  expect(multiply(parse(0.000000001), parse(0.000000001))).toEqual({ units: 1n, places: 18 });
});

test('halves round up, once', () => {
  expect([0.4, 0.5, 1.49, 2.5].map((value) => roundHalfUp(parse(value)))).toEqual([0n, 1n, 1n, 3n]);
  expect(toNumber(roundPlaces(multiply(parse('0.123456789'), parse('0.5'))))).toBe(0.061728395);
});
