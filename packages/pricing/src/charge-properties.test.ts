import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargeExact, chargeFast, computeCharge } from './charge.ts';
import { readChargeFactors, writeChargeRecord } from './charge-record.ts';
import { explainCharge } from './explain.ts';
import type { RatioPrice } from './price.ts';
import { estimateReservation } from './reservation.ts';
import { makeRatioPrice, makeUsage } from './testing/make-price.ts';
import type { Usage } from './usage.ts';

const BILLION = 1_000_000_000n;
/** Ratios in billionths, so that tests can compute without this package's decimals. */
const common = fc.integer({ min: 0, max: 4000 }).map((hundredths) => hundredths * 10_000_000);
const fine = fc.integer({ min: 0, max: 2_000_000_000 });
const huge = fc.integer({ min: 0, max: 1_000_000 }).map((billions) => billions * 1_000_000_000);
const ratiosOf = (ratio: fc.Arbitrary<number>) =>
  fc.record({
    model: ratio,
    completion: ratio,
    cache: ratio,
    cacheWrite: ratio,
    audio: ratio,
    audioCompletion: ratio,
    image: ratio,
    group: ratio,
  });
const ratios = fc.oneof(ratiosOf(common), ratiosOf(fc.oneof(common, fine, huge)));
type RatioUnits = ReturnType<typeof ratiosOf> extends fc.Arbitrary<infer Value> ? Value : never;

function priceOf(units: Partial<RatioUnits> & { model: number }, roundsUp = false): RatioPrice {
  const values = Object.fromEntries(
    Object.entries(units).map(([name, value]) => [name, value / 1e9]),
  );
  return makeRatioPrice({ ...(values as unknown as RatioUnits), roundsUp });
}

const count = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 50_000_000 }));
const parts = fc.record({
  plain: count,
  cached: count,
  write: count,
  hour: count,
  audio: count,
  image: count,
  text: count,
  speech: count,
});
type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never;

const usageOf = ({ plain, cached, write, hour, audio, image, text, speech }: Parts): Usage =>
  makeUsage({
    promptTokens: plain + cached + write + hour + audio + image,
    cachedTokens: cached,
    cacheWriteTokens: write + hour,
    cacheWriteHourTokens: hour,
    audioInputTokens: audio,
    imageInputTokens: image,
    completionTokens: text + speech,
    audioOutputTokens: speech,
  });

type Fraction = readonly [numerator: bigint, denominator: bigint];

const times = (left: Fraction, right: Fraction): Fraction => [
  left[0] * right[0],
  left[1] * right[1],
];
/** Rounds a fraction to the nearest integer multiple of 1/`parts`, halves up. */
const roundTo = ([numerator, denominator]: Fraction, parts: bigint) =>
  (2n * numerator * parts + denominator) / (2n * denominator);

/**
 * A price times a ratio, in USD per million tokens. If the ratio is a quotient truncated to 9 places, the
 * result is the 6-place price it was computed from.
 */
function priceOfRatio(base: Fraction, billionths: bigint): Fraction {
  const product = times(base, [billionths, BILLION]);
  if (base[0] === 0n || base[0] >= 1000n * base[1]) return product;
  const meant: Fraction = [roundTo(product, 1_000_000n), 1_000_000n];
  const isQuotient = roundTo(times(meant, [base[1], base[0]]), BILLION) === billionths;
  return isQuotient ? meant : product;
}

/** The documented formula, computed in fractions. */
function chargeByTheBook(units: RatioUnits, tokens: Parts, roundsUp: boolean): bigint {
  const of = (name: keyof RatioUnits) => BigInt(units[name]);
  const input: Fraction = [2n * of('model'), BILLION];
  const write = priceOfRatio(input, of('cacheWrite'));
  const hour = times(write, [16n, 10n]);
  const hourRatio = input[0] === 0n ? 0n : roundTo(times(hour, [input[1], input[0]]), BILLION);
  const audio = priceOfRatio(input, of('audio'));
  const costs: [number, Fraction][] = [
    [tokens.plain, input],
    [tokens.cached, priceOfRatio(input, of('cache'))],
    [tokens.write, write],
    [tokens.hour, priceOfRatio(input, hourRatio)],
    [tokens.audio, audio],
    [tokens.image, priceOfRatio(input, of('image'))],
    [tokens.text, priceOfRatio(input, of('completion'))],
    [tokens.speech, priceOfRatio(audio, of('audioCompletion'))],
  ];
  const denominator = BILLION ** 4n;
  const dollars = costs.reduce(
    (sum, [tokenCount, price]) => sum + (BigInt(tokenCount) * price[0] * denominator) / price[1],
    0n,
  );
  // 1 USD per million tokens is half a quota per token.
  const product: Fraction = [dollars * of('group'), 2n * BILLION * denominator];
  const quota = roundsUp ? (product[0] + product[1] - 1n) / product[1] : roundTo(product, 1n);
  const used = Object.values(tokens).some((tokenCount) => tokenCount > 0);
  return used && quota === 0n && units.model > 0 && units.group > 0 ? 1n : quota;
}

function chargeOrRefusal(price: RatioPrice, usage: Usage): number {
  try {
    return computeCharge(price, usage);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return Infinity;
  }
}

describe('for every price and usage', () => {
  test('the charge equals the formula, rounded once (half up or up), or is refused beyond 2^53', () => {
    fc.assert(
      fc.property(ratios, parts, fc.boolean(), (units, tokens, roundsUp) => {
        const expected = chargeByTheBook(units, tokens, roundsUp);
        const charged = chargeOrRefusal(priceOf(units, roundsUp), usageOf(tokens));
        expect(charged).toBe(expected > Number.MAX_SAFE_INTEGER ? Infinity : Number(expected));
      }),
      { numRuns: 3000 },
    );
  });

  test('plain-number results equal big-integer results whenever plain numbers suffice', () => {
    let succeeded = 0;
    fc.assert(
      fc.property(ratios, parts, fc.boolean(), (units, tokens, roundsUp) => {
        const [price, usage] = [priceOf(units, roundsUp), usageOf(tokens)];
        const fast = chargeFast(price, usage);
        if (fast === undefined) return;
        succeeded += 1;
        expect(fast).toBe(chargeExact(price, usage));
      }),
      { numRuns: 3000 },
    );
    expect(succeeded).toBeGreaterThan(300);
  });

  test('plain numbers are used up to the last exact integer and not beyond', () => {
    fc.assert(
      fc.property(
        ratiosOf(common),
        fc.integer({ min: -2, max: 2 }),
        fc.integer({ min: 0, max: 3 }),
        (units, offset, text) => {
          fc.pre(units.model > 0 && units.group > 0);
          const price = priceOf(units);
          const { plain, completion } = price.fast.weights;
          const promptTokens =
            Math.floor((Number.MAX_SAFE_INTEGER - text * completion) / plain) + offset;
          fc.pre(promptTokens >= 0 && promptTokens <= Number.MAX_SAFE_INTEGER);
          const usage = makeUsage({ promptTokens, completionTokens: text });
          const numerator =
            BigInt(promptTokens) * BigInt(plain) + BigInt(text) * BigInt(completion);
          const expected =
            numerator > Number.MAX_SAFE_INTEGER ? undefined : chargeExact(price, usage);
          expect(chargeFast(price, usage)).toBe(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('more tokens of any kind never cost less', () => {
    const kind = fc.constantFrom<keyof Parts>(
      'plain',
      'cached',
      'write',
      'hour',
      'audio',
      'image',
      'text',
      'speech',
    );
    fc.assert(
      fc.property(ratios, parts, kind, count, (units, tokens, more, extra) => {
        const price = priceOf(units);
        const base = chargeOrRefusal(price, usageOf(tokens));
        expect(
          chargeOrRefusal(price, usageOf({ ...tokens, [more]: tokens[more] + extra })),
        ).toBeGreaterThanOrEqual(base);
      }),
    );
  });

  test('cached tokens never cost more than uncached ones while the cache ratio is at most 1', () => {
    fc.assert(
      fc.property(
        ratios,
        fc.integer({ min: 0, max: 1_000_000_000 }),
        parts,
        (units, cache, tokens) => {
          const price = priceOf({ ...units, cache });
          const fresh = usageOf({ ...tokens, plain: tokens.plain + tokens.cached, cached: 0 });
          expect(chargeOrRefusal(price, usageOf(tokens))).toBeLessThanOrEqual(
            chargeOrRefusal(price, fresh),
          );
        },
      ),
    );
  });

  test('swapping model and group ratio changes nothing unless a ratio is a truncated quotient', () => {
    fc.assert(
      fc.property(ratiosOf(common), parts, (units, tokens) => {
        const swapped = priceOf({ ...units, model: units.group, group: units.model });
        expect(chargeOrRefusal(swapped, usageOf(tokens))).toBe(
          chargeOrRefusal(priceOf(units), usageOf(tokens)),
        );
      }),
    );
  });

  test('invalid counts never become a credit', () => {
    const broken = fc.record({
      promptTokens: fc.double(),
      cachedTokens: fc.double(),
      cacheWriteTokens: fc.double(),
      completionTokens: fc.double(),
      audioInputTokens: fc.double(),
      audioOutputTokens: fc.double(),
      cacheWriteHourTokens: fc.double(),
      imageInputTokens: fc.double(),
    });
    fc.assert(
      fc.property(ratios, broken, (units, counts) => {
        expect(chargeOrRefusal(priceOf(units), makeUsage(counts))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('a reservation covers every call within its limits', () => {
    fc.assert(
      fc.property(ratios, parts, count, count, (units, tokens, sparePrompt, spareCompletion) => {
        const [price, usage] = [priceOf(units, tokens.plain % 2 === 0), usageOf(tokens)];
        const reserved = estimateReservation(price, {
          promptTokens: usage.promptTokens + sparePrompt,
          maxCompletionTokens: usage.completionTokens + spareCompletion,
          preConsumedQuota: 0,
          mayCacheForAnHour: tokens.hour > 0,
          mayHaveAudio: tokens.audio > 0 || tokens.speech > 0,
          mayHaveImages: tokens.image > 0,
        });
        const charged = chargeOrRefusal(price, usage);
        expect(reserved).toBeGreaterThanOrEqual(
          charged === Infinity ? Number.MAX_SAFE_INTEGER : charged,
        );
        expect(reserved).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
      }),
      { numRuns: 1000 },
    );
  });

  test('a log row reproduces exactly what was charged, and its lines add up', () => {
    fc.assert(
      fc.property(ratios, parts, fc.boolean(), (units, tokens, roundsUp) => {
        const [price, usage] = [priceOf(units, roundsUp), usageOf(tokens)];
        const charged = chargeOrRefusal(price, usage);
        const row = {
          prompt_tokens: usage.promptTokens,
          completion_tokens: usage.completionTokens,
          other: JSON.stringify(writeChargeRecord(price, usage)),
        };
        const factors = readChargeFactors(row);
        const explained = factors && explainCharge(factors);
        expect(explained?.total ?? Infinity).toBe(charged);
        if (charged === Infinity) return;
        const lines = explained?.lines ?? [];
        expect(lines.reduce((sum, { tokens: lineTokens }) => sum + lineTokens, 0)).toBe(
          usage.promptTokens + usage.completionTokens,
        );
      }),
      { numRuns: 1000 },
    );
  });
});
