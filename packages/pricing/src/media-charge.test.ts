import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeCharge } from './charge.ts';
import { readChargeFactors, writeChargeRecord } from './charge-record.ts';
import { explainCharge } from './explain.ts';
import { billMedia, reserveMedia } from './media-charge.ts';
import type { MediaReport, MediaWork } from './media-work.ts';
import type { CallPrice, Price } from './price.ts';
import { compilePriceBook } from './price-book.ts';
import { estimateReservation } from './reservation.ts';
import { seedImageFactors } from './seeds/seed-prices.ts';
import { makeCallPrice, makeOptions, makeRatioPrice, makeUsage } from './testing/make-price.ts';

const images = {
  unit: 'image',
  size: '',
  quality: '',
  count: 1,
  partials: 0,
  inputs: 0,
  promptTokens: 20,
} as const;
const speech = { unit: 'speech', characters: 1000, seconds: 70, promptTokens: 250 } as const;
const recording = { unit: 'transcript', seconds: 30.2, promptTokens: 0 } as const;

const charge = (price: Price, work: MediaWork, report: MediaReport = {}) => {
  const { usage, callFactor } = billMedia(price, work, report);
  return computeCharge(price, usage, callFactor);
};

describe('images at a price per call', () => {
  const price = compilePriceBook(
    makeOptions({
      modelRatio: {},
      modelPrice: { m: 0.04 },
      imageFactors: { m: seedImageFactors()['dall-e-3'] ?? {} },
    }),
    'v1',
  ).find('m', 'g') as CallPrice;
  test.each([
    [{}, 20_000],
    [{ size: '1024x1792', quality: 'hd' }, 60_000],
    [{ count: 2 }, 40_000],
  ])('%j cost %d', (changes, quota) => {
    expect(charge(price, { ...images, ...changes })).toBe(quota);
  });

  test('are charged by the number received, and never more than requested', () => {
    const work = { ...images, count: 3 };
    const paid = [0, 1, 3, 50].map((came) => charge(price, work, { images: came }));
    expect(paid).toEqual([0, 20_000, 60_000, 60_000]);
  });

  test('cost as much for each frame of a moving one as for a picture', () => {
    const work = { ...images, frames: 9 };
    expect(charge(price, work, { images: 1 })).toBe(180_000);
  });

  test('record in the log the factors of the price', () => {
    const work = { ...images, size: '1792x1024', quality: 'hd', count: 2 };
    expect(billMedia(price, work, {}).facts).toEqual({
      images: 2,
      image_size: '1792x1024',
      image_quality: 'hd',
      size_factor: 3,
    });
    expect(billMedia(price, { ...images, quality: 'hd' }, {}).facts).toMatchObject({
      quality_factor: 2,
    });
  });
});

describe('images at a price by tokens', () => {
  const price = makeRatioPrice({ model: 2.5, completion: 6, image: 1.6, cacheWrite: 1 });

  test('cost the tokens that the upstream reports, image tokens at their ratio', () => {
    const usage = makeUsage({ promptTokens: 1050, imageInputTokens: 1000, completionTokens: 4160 });
    const bill = billMedia(price, { ...images, inputs: 1 }, { usage, images: 1 });
    expect(computeCharge(price, bill.usage)).toBe(2.5 * (50 + 1000 * 1.6 + 4160 * 6));
    expect(bill.estimated).toBe(false);
  });

  test.each([
    ['low', '1024x1024', 272],
    ['low', '1024x1536', 408],
    ['medium', '1536x1024', 1584],
    ['high', '1024x1024', 4160],
    ['high', '1024x1536', 6240],
    ['auto', 'auto', 6240],
    ['', '', 6240],
    ['low', '99999x99999', 272 * 64],
    ['high', '2K', 4160 * 4],
    ['max', '1024x1024', 66_560],
  ])('cost %s at %s as %d tokens if nothing is reported', (quality, size, tokens) => {
    const bill = billMedia(price, { ...images, quality, size }, { images: 1 });
    expect(bill.usage.completionTokens).toBe(tokens);
    expect(bill.estimated).toBe(true);
  });

  test('reserve the tokens of every frame', () => {
    const [still, moving] = [1, 16].map((frames) => reserveMedia(price, { ...images, frames }));
    expect(moving?.maxCompletionTokens).toBe((still?.maxCompletionTokens ?? 0) * 16);
  });

  test('reserve the tokens of partial images', () => {
    const [plain, shown] = [0, 3].map((partials) => reserveMedia(price, { ...images, partials }));
    expect((shown?.maxCompletionTokens ?? 0) - (plain?.maxCompletionTokens ?? 0)).toBe(300);
  });
});

describe('speech', () => {
  test('costs its characters without a price for audio, whatever is reported', () => {
    const price = makeRatioPrice({ model: 7.5 });
    expect(charge(price, speech)).toBe(7500);
    const usage = makeUsage({ promptTokens: 3, completionTokens: 1 });
    expect(charge(price, speech, { usage })).toBe(7500);
    expect(billMedia(price, speech, {}).estimated).toBe(false);
  });

  test('costs the reported tokens with a price for audio', () => {
    const price = makeRatioPrice({ model: 0.3, completion: 1, audio: 1, audioCompletion: 20 });
    const usage = makeUsage({ promptTokens: 250, completionTokens: 1200 });
    expect(charge(price, speech, { usage })).toBe(0.3 * (250 + 1200 * 20));
    expect(billMedia(price, speech, { usage }).estimated).toBe(false);
  });

  test('costs approximately the tokens of its duration if none are reported', () => {
    const price = makeRatioPrice({ model: 0.3, audio: 1, audioCompletion: 20 });
    const bill = billMedia(price, speech, {});
    expect(bill.usage.audioOutputTokens).toBe(70 * 21);
    expect(bill.estimated).toBe(true);
  });
});

describe('recordings', () => {
  const byTime = makeRatioPrice({ model: 15 });
  const byTokens = makeRatioPrice({ model: 1.25, completion: 4, audio: 2.4, cacheWrite: 1 });

  test('cost started seconds, 1,000 tokens a minute, as reported by the upstream or else read from the file', () => {
    expect(charge(byTime, recording)).toBe(7755);
    expect(charge(byTime, recording, { seconds: 60 })).toBe(15_000);
    const usage = makeUsage({ promptTokens: 3 });
    expect(charge(byTime, recording, { usage, seconds: 60 })).toBe(15_000);
  });

  test('cost their file where subtitles end before it, and the subtitles where they end later', () => {
    const until = (seconds: number) => ({ seconds, mayLastLonger: true }) as const;
    expect(charge(byTime, recording, until(3))).toBe(charge(byTime, recording, {}));
    expect(billMedia(byTime, recording, until(3)).estimated).toBe(true);
    expect(charge(byTime, recording, until(60))).toBe(charge(byTime, recording, { seconds: 60 }));
    expect(billMedia(byTime, recording, until(60)).estimated).toBe(false);
  });

  test('are reserved for their longest possible duration', () => {
    const most = { ...recording, secondsMax: 5000 };
    expect(reserveMedia(byTime, most).seconds).toBe(5000);
    expect(reserveMedia(byTime, { ...recording, secondsMax: 40 }).seconds).toBeCloseTo(75.3, 6);
    expect(charge(byTime, most)).toBe(charge(byTime, recording));
  });

  test('cost the reported tokens with a price for audio', () => {
    const usage = makeUsage({ promptTokens: 310, audioInputTokens: 302, completionTokens: 80 });
    expect(charge(byTokens, recording, { usage })).toBe(
      Math.round(1.25 * (8 + 302 * 2.4 + 80 * 4)),
    );
  });

  test('cost approximately the tokens of their duration if none are reported', () => {
    const bill = billMedia(byTokens, recording, { textTokens: 90 });
    expect(bill.usage).toMatchObject({ audioInputTokens: 310, completionTokens: 90 });
    expect(bill.estimated).toBe(true);
  });
});

describe('a count of zero is none, where something was delivered:', () => {
  const byTokens = makeRatioPrice({ model: 1, completion: 4, audio: 2, audioCompletion: 20 });
  const zero = makeUsage({ promptTokens: 0 });
  const output = makeUsage({ promptTokens: 0, completionTokens: 7 });
  const work = { ...recording, promptTokens: 5 };

  test.each<[string, MediaWork, MediaReport, MediaReport]>([
    ['images', images, { usage: zero, images: 1 }, { images: 1 }],
    ['speech', speech, { usage: zero }, {}],
    ['recordings', work, { usage: zero, textTokens: 9 }, { textTokens: 9 }],
    ['their seconds', work, { usage: zero, textTokens: 9, seconds: 0 }, { textTokens: 9 }],
  ])('%s cost what they are estimated at', (_, kind, report, unreported) => {
    expect(billMedia(byTokens, kind, report)).toEqual(billMedia(byTokens, kind, unreported));
  });

  test('what is counted stays, beside an estimated prompt', () => {
    const { usage, estimated } = billMedia(byTokens, work, { usage: output });
    expect([usage.completionTokens, usage.promptTokens > 0, estimated]).toEqual([7, true, true]);
  });

  test('nothing is charged where nothing was delivered', () => {
    expect(charge(byTokens, images, { usage: zero, images: 0 })).toBe(0);
    const silent = billMedia(byTokens, work, { usage: makeUsage({ promptTokens: 40 }) });
    expect([silent.usage.completionTokens, silent.estimated]).toEqual([0, false]);
  });
});

const ratio = fc.integer({ min: 0, max: 4000 }).map((hundredths) => hundredths / 100);
const optional = fc.option(ratio, { nil: undefined });
function imagePrice({
  usd,
  size,
  quality,
  both,
}: Record<'usd' | 'size' | 'quality' | 'both', number>): Price {
  const factors = { '256x256': size, '1792x1024': size, hd: quality, '1792x1024 hd': both };
  const options = makeOptions({
    modelRatio: {},
    modelPrice: { m: usd },
    imageFactors: { m: factors },
  });
  return compilePriceBook(options, 'v1').find('m', 'g') as CallPrice;
}
const prices: fc.Arbitrary<Price> = fc.oneof(
  ratio.map((usd) => makeCallPrice(usd)),
  fc.record({ usd: ratio, size: ratio, quality: ratio, both: ratio }).map(imagePrice),
  fc
    .record({ model: ratio, completion: ratio, audio: optional, audioCompletion: optional })
    .map(({ audio, audioCompletion, ...rest }) =>
      makeRatioPrice({
        ...rest,
        ...(audio === undefined ? {} : { audio }),
        ...(audioCompletion === undefined ? {} : { audioCompletion }),
      }),
    ),
);
const small = fc.integer({ min: 0, max: 5000 });
const works: fc.Arbitrary<MediaWork> = fc.oneof(
  fc.record({
    unit: fc.constant('image' as const),
    size: fc.constantFrom('', 'auto', '256x256', '512x512', '1792x1024', '3840x2160'),
    quality: fc.constantFrom('', 'hd', 'low', 'high', 'auto'),
    count: fc.integer({ min: 1, max: 128 }),
    partials: fc.integer({ min: 0, max: 3 }),
    inputs: fc.integer({ min: 0, max: 16 }),
    promptTokens: small,
  }),
  fc.record({
    unit: fc.constant('speech' as const),
    characters: small,
    seconds: fc.double({ min: 0, max: 10_000, noNaN: true }),
    promptTokens: small,
  }),
  fc.record({
    unit: fc.constant('transcript' as const),
    seconds: fc.double({ min: 0, max: 100_000, noNaN: true }),
    promptTokens: small,
  }),
);

describe('for every price and work', () => {
  test('the reservation covers the charge when nothing, or less than expected, is reported', () => {
    fc.assert(
      fc.property(prices, works, small, fc.nat(200), (price, work, share, came) => {
        const limits = reserveMedia(price, work);
        const reserved = estimateReservation(price, { ...limits, preConsumedQuota: 0 });
        const usage = makeUsage({
          promptTokens: Math.min(share, limits.promptTokens),
          completionTokens: Math.min(share, limits.maxCompletionTokens),
        });
        for (const report of [{}, { images: came }, { usage, images: came }])
          expect(reserved).toBeGreaterThanOrEqual(charge(price, work, report));
      }),
      { numRuns: 2000 },
    );
  });

  test('the log row reproduces exactly what was charged', () => {
    fc.assert(
      fc.property(prices, works, (price, work) => {
        const { usage, callFactor, facts } = billMedia(price, work, {});
        const record = { ...writeChargeRecord(price, usage, callFactor), ...facts };
        const factors = readChargeFactors({
          prompt_tokens: usage.promptTokens,
          completion_tokens: usage.completionTokens,
          other: JSON.stringify(record),
        });
        expect(factors && explainCharge(factors)?.total).toBe(
          computeCharge(price, usage, callFactor),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
