import { describe, expect, test } from 'vitest';
import { estimateReservation } from './reservation.ts';
import { makeCallPrice, makeRatioPrice } from './testing/make-price.ts';

const gpt4o = makeRatioPrice({ model: 1.25, completion: 4, cache: 0.5, cacheWrite: 1 });
const limits = { promptTokens: 1000, maxCompletionTokens: 4096, preConsumedQuota: 500 };

describe('a reservation', () => {
  test('is the true worst case including the completion ratio: 21,730, not 6,370', () => {
    expect(estimateReservation(gpt4o, limits)).toBe(21_730);
  });

  test('for a long prompt is never a flat amount: 100,000 tokens reserve at least their price', () => {
    expect(
      estimateReservation(gpt4o, { ...limits, promptTokens: 100_000, maxCompletionTokens: 0 }),
    ).toBe(125_000);
  });

  test('counts the prompt as cache writes if those cost more', () => {
    expect(
      estimateReservation(makeRatioPrice({ model: 1.25, completion: 4 }), {
        ...limits,
        maxCompletionTokens: 0,
      }),
    ).toBe(1563);
  });

  test('counts one-hour cache writes only if the request asks for them', () => {
    const price = makeRatioPrice({ model: 1, cacheWrite: 1.25 });
    expect(
      estimateReservation(price, { ...limits, maxCompletionTokens: 0, mayCacheForAnHour: true }),
    ).toBe(2000);
    expect(estimateReservation(price, { ...limits, maxCompletionTokens: 0 })).toBe(1250);
  });

  test('counts audio and images unless they are ruled out', () => {
    const price = makeRatioPrice({
      model: 1,
      completion: 2,
      cacheWrite: 1,
      audio: 40,
      audioCompletion: 2,
      image: 3,
    });
    const call = { promptTokens: 1000, maxCompletionTokens: 100, preConsumedQuota: 0 };
    expect(estimateReservation(price, call)).toBe(48_000);
    expect(estimateReservation(price, { ...call, mayHaveAudio: false })).toBe(3200);
    expect(estimateReservation(price, { ...call, mayHaveAudio: false, mayHaveImages: false })).toBe(
      1200,
    );
  });

  test.each([
    ['a price by tokens', makeRatioPrice({ model: 0.001 })],
    ['a price per call', makeCallPrice(0.0001)],
  ])('is at least the configured amount for %s', (_name, price) => {
    expect(
      estimateReservation(price, {
        promptTokens: 1,
        maxCompletionTokens: 1,
        preConsumedQuota: 500,
      }),
    ).toBe(500);
  });

  test('for a price per call is that price, times what is requested', () => {
    expect(estimateReservation(makeCallPrice(0.1, 1.5), limits)).toBe(75_000);
    expect(estimateReservation(makeCallPrice(0.04), { ...limits, callFactor: 3 })).toBe(60_000);
  });

  test.each([
    ['model', makeRatioPrice({ model: 0 })],
    ['group', makeRatioPrice({ model: 5, group: 0 })],
    ['call', makeCallPrice(0)],
  ])('is 0 for a free %s, whatever is configured', (_name, price) => {
    expect(estimateReservation(price, limits)).toBe(0);
  });

  test('is at least 1 if the minimum charge of 1 can apply', () => {
    expect(
      estimateReservation(makeRatioPrice({ model: 0.001 }), {
        promptTokens: 1,
        maxCompletionTokens: 0,
        preConsumedQuota: 0,
      }),
    ).toBe(1);
  });

  test.each([
    ['a limit that no integer can hold', { maxCompletionTokens: 1e300 }],
    ['a broken limit', { maxCompletionTokens: Number.NaN }],
    ['an endless prompt', { promptTokens: Infinity }],
  ])('for %s exceeds any balance instead of failing', (_name, changes) => {
    expect(estimateReservation(gpt4o, { ...limits, ...changes })).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('for an absurd number of calls exceeds any balance', () => {
    expect(estimateReservation(makeCallPrice(1), { ...limits, callFactor: 1e300 })).toBe(
      Number.MAX_SAFE_INTEGER,
    );
    expect(estimateReservation(makeCallPrice(1), { ...limits, callFactor: -1 })).toBe(
      Number.MAX_SAFE_INTEGER,
    );
  });

  test('is not lowered by negative limits', () => {
    expect(
      estimateReservation(gpt4o, {
        promptTokens: 1000,
        maxCompletionTokens: -5000,
        preConsumedQuota: -1,
      }),
    ).toBe(1250);
  });
});
