import { describe, expect, test } from 'vitest';
import { chargeExact, chargeFast, computeCharge, divideFast } from './charge.ts';
import { makeCallPrice, makeRatioPrice, makeUsage } from './testing/make-price.ts';
import { transcriptionTokens } from './transcription-tokens.ts';
import { emptyUsage, normaliseUsage } from './usage.ts';

const gpt4o = makeRatioPrice({ model: 1.25, completion: 4, cache: 0.5 });
const mini = makeRatioPrice({ model: 0.075, completion: 4 });

describe('worked examples of text charges', () => {
  test.each([
    ['gpt-4o in a group of 1', gpt4o, { promptTokens: 1000, completionTokens: 500 }, 3750],
    [
      'the same with 800 cached',
      gpt4o,
      { promptTokens: 1000, cachedTokens: 800, completionTokens: 500 },
      3250,
    ],
    [
      'the same in a group of 0.8',
      makeRatioPrice({ model: 1.25, completion: 4, cache: 0.5, group: 0.8 }),
      { promptTokens: 1000, cachedTokens: 800, completionTokens: 500 },
      2600,
    ],
    ['0.525 rounds to 1', mini, { promptTokens: 3, completionTokens: 1 }, 1],
    [
      '0.375 is not free: a used token costs at least 1',
      mini,
      { promptTokens: 1, completionTokens: 1 },
      1,
    ],
    [
      'cache reads and writes, of an input that is told without them (100 + 10,000 + 2,000)',
      makeRatioPrice({ model: 1.5, completion: 5, cache: 0.1, cacheWrite: 1.25 }),
      { promptTokens: 12_100, cachedTokens: 10_000, cacheWriteTokens: 2000, completionTokens: 300 },
      7650,
    ],
    [
      '0.875 is rounded, not cut off to a free call',
      makeRatioPrice({ model: 0.125, completion: 5 }),
      { promptTokens: 7 },
      1,
    ],
    ['1.5 rounds half up', makeRatioPrice({ model: 0.5 }), { promptTokens: 3 }, 2],
    [
      'a pure cache read without output is not free',
      makeRatioPrice({ model: 1.5, cache: 0.1 }),
      { promptTokens: 1000, cachedTokens: 1000 },
      150,
    ],
    [
      'reasoning is inside the completion',
      makeRatioPrice({ model: 7.5, completion: 4 }),
      { promptTokens: 50, completionTokens: 900, reasoningTokens: 800 },
      27_375,
    ],
    [
      '172.125 rounds down',
      makeRatioPrice({ model: 0.135, completion: 4, cache: 0.25 }),
      { promptTokens: 2000, cachedTokens: 1500, completionTokens: 100 },
      172,
    ],
    [
      'gpt-6-sol with 10,000 cached is 0.014 USD',
      makeRatioPrice({ model: 1, completion: 5, cache: 0.1 }),
      { promptTokens: 12_000, cachedTokens: 10_000, completionTokens: 800 },
      7000,
    ],
    [
      'claude-sonnet-5 with reads and writes is 0.024 USD',
      makeRatioPrice({ model: 1, completion: 5, cache: 0.1, cacheWrite: 1.25 }),
      { promptTokens: 16_000, cachedTokens: 10_000, cacheWriteTokens: 4000, completionTokens: 800 },
      12_000,
    ],
    [
      'cache writes for an hour cost twice the input',
      makeRatioPrice({ model: 1, cacheWrite: 1.25 }),
      { promptTokens: 3000, cacheWriteTokens: 3000, cacheWriteHourTokens: 1000 },
      4500,
    ],
    ['no tokens cost nothing', makeRatioPrice({ model: 1 }), {}, 0],
    ['a free model costs nothing', makeRatioPrice({ model: 0 }), { promptTokens: 1e6 }, 0],
  ])('%s', (_name, price, tokens, quota) => {
    expect(computeCharge(price, makeUsage(tokens))).toBe(quota);
  });
});

describe('worked examples of audio and image charges', () => {
  test.each([
    [
      'an answer with text and speech',
      makeRatioPrice({ model: 1.25, completion: 4, audio: 40, audioCompletion: 2 }),
      { promptTokens: 150, audioInputTokens: 50, completionTokens: 50, audioOutputTokens: 30 },
      5725,
    ],
    [
      'a live conversation',
      makeRatioPrice({ model: 2.5, completion: 4, audio: 20, audioCompletion: 2 }),
      { promptTokens: 110, audioInputTokens: 100, completionTokens: 205, audioOutputTokens: 200 },
      25_075,
    ],
    [
      'audio without a ratio of its own costs as text',
      gpt4o,
      { promptTokens: 100, audioInputTokens: 50, completionTokens: 10, audioOutputTokens: 10 },
      175,
    ],
    [
      'a cached token is charged once, as cached, though it is audio',
      makeRatioPrice({ model: 1, cache: 0.5, audio: 40 }),
      { promptTokens: 100, cachedTokens: 100, audioInputTokens: 100 },
      50,
    ],
    [
      'images in the input',
      makeRatioPrice({ model: 2.5, image: 1.6 }),
      { promptTokens: 1000, imageInputTokens: 500 },
      3250,
    ],
    [
      'text to speech: characters stand for tokens',
      makeRatioPrice({ model: 7.5 }),
      { promptTokens: 1000 },
      7500,
    ],
    [
      'speech to text of 30.2 s at the ratio 15',
      makeRatioPrice({ model: 15 }),
      { promptTokens: transcriptionTokens(30.2) },
      7755,
    ],
  ])('%s', (_name, price, tokens, quota) => {
    expect(computeCharge(price, makeUsage(tokens))).toBe(quota);
  });

  test.each([
    ['mj_imagine in a group of 1.5', makeCallPrice(0.1, 1.5), 1, 75_000],
    ['a wide dall-e-3 image in high definition', makeCallPrice(0.04), 3, 60_000],
    ['two plain dall-e-3 images', makeCallPrice(0.04), 2, 40_000],
    ['a price of less than half a unit costs 1', makeCallPrice(0.0000004), 1, 1],
    ['a fraction of a call rounds once, from the exact price', makeCallPrice(0.000003), 0.4, 1],
    ['half a unit rounds up', makeCallPrice(0.000003), 1, 2],
    ['no image costs nothing', makeCallPrice(0.04), 0, 0],
    ['a free call costs nothing', makeCallPrice(0), 7, 0],
  ])('per call: %s', (_name, price, callFactor, quota) => {
    expect(computeCharge(price, makeUsage({ promptTokens: 123 }), callFactor)).toBe(quota);
  });

  test('a price per call needs no tokens', () => {
    expect(computeCharge(makeCallPrice(0.1), emptyUsage())).toBe(50_000);
  });
});

describe('limits', () => {
  test('a charge that no integer can hold is refused instead of overflowing', () => {
    const mostExpensive = makeRatioPrice({
      model: 1e9,
      completion: 1e9,
      cache: 1,
      cacheWrite: 1,
      group: 1e9,
    });
    expect(() =>
      computeCharge(mostExpensive, makeUsage({ promptTokens: 1e9, completionTokens: 1e9 })),
    ).toThrow(RangeError);
    expect(() => computeCharge(makeCallPrice(1e9), emptyUsage(), 1e9)).toThrow(RangeError);
  });

  test('the largest integer is still charged, one more is refused', () => {
    const one = makeRatioPrice({ model: 1 });
    expect(computeCharge(one, makeUsage({ promptTokens: Number.MAX_SAFE_INTEGER }))).toBe(
      Number.MAX_SAFE_INTEGER,
    );
    expect(() =>
      computeCharge(one, makeUsage({ promptTokens: Number.MAX_SAFE_INTEGER, completionTokens: 1 })),
    ).toThrow(RangeError);
  });

  test.each([[-1], [Number.NaN], [Infinity]])(
    'the multiple %d of a call is refused',
    (callFactor) => {
      expect(() => computeCharge(makeCallPrice(0.1), emptyUsage(), callFactor)).toThrow(RangeError);
    },
  );

  test('impossible counts are charged as the valid counts they are normalized to', () => {
    const broken = makeUsage({
      promptTokens: 100,
      cachedTokens: 900,
      cacheWriteTokens: -50,
      completionTokens: -3,
    });
    expect(computeCharge(gpt4o, broken)).toBe(computeCharge(gpt4o, normaliseUsage(broken)));
    expect(computeCharge(gpt4o, broken)).toBe(63);
  });

  test('plain numbers never divide by a divisor they cannot represent', () => {
    const divisor = 5n ** 23n;
    expect(Number(divisor) === Number(divisor - 1n)).toBe(true);
    expect(divideFast(Number((divisor - 1n) / 2n), Number(divisor))).toBeUndefined();
  });

  test('the plain-number path gives up where it may be inexact, and only there', () => {
    const fine = makeRatioPrice({ model: 1.123456789, completion: 1.123456789 });
    expect(
      chargeFast(fine, makeUsage({ promptTokens: 1_000_000, completionTokens: 1_000_000 })),
    ).toBeUndefined();
    expect(
      chargeExact(fine, makeUsage({ promptTokens: 1_000_000, completionTokens: 1_000_000 })),
    ).toBe(2_385_612);
    expect(
      chargeFast(gpt4o, makeUsage({ promptTokens: 1_000_000, completionTokens: 1_000_000 })),
    ).toBe(6_250_000);
  });
});
