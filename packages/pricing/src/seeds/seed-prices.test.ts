import { describe, expect, test } from 'vitest';
import { computeCharge } from '../charge.ts';
import { compilePriceBook } from '../price-book.ts';
import type { Price, RatioPrice } from '../price.ts';
import { surchargesOf } from '../surcharges.ts';
import { makeUsage } from '../testing/make-price.ts';
import {
  seedAudioCompletionRatio,
  seedAudioRatio,
  seedCacheRatio,
  seedCacheWriteRatio,
  seedCallRows,
  seedCompletionRatio,
  seedImageRatio,
  seedModelPrice,
  seedModelRatio,
  seedPriceTiers,
  seedRows,
  seedTierRatios,
  seedToolPrices,
} from './seed-prices.ts';
import { tierRatioRows } from './tier-ratios.ts';
import { toolPriceRows } from './tool-prices.ts';

const maps = {
  modelRatio: seedModelRatio(),
  completionRatio: seedCompletionRatio(),
  cacheRatio: seedCacheRatio(),
  cacheWriteRatio: seedCacheWriteRatio(),
  imageRatio: seedImageRatio(),
  audioRatio: seedAudioRatio(),
  audioCompletionRatio: seedAudioCompletionRatio(),
};
const book = compilePriceBook(
  {
    ...maps,
    priceTiers: seedPriceTiers(),
    toolPrices: seedToolPrices(),
    tierRatios: seedTierRatios(),
    modelPrice: seedModelPrice(),
    groupRatio: { default: 1 },
    quotaPerUnit: 500_000,
  },
  'seed',
);

describe('seed prices', () => {
  test('every row has a source and a date and occurs once, by tokens or by call', () => {
    expect(seedRows.length).toBeGreaterThan(160);
    const names = [...seedRows.map(({ model }) => model), ...seedCallRows.map(({ name }) => name)];
    expect(new Set(names).size).toBe(names.length);
    for (const { source, date } of [...seedRows, ...seedCallRows])
      expect(`${source} ${date}`).toMatch(/^\S.* 20\d\d-(0[1-9]|1[0-2])$/);
  });

  test('the option maps hold at most 9 decimals', () => {
    for (const map of [...Object.values(maps), seedModelPrice()]) {
      for (const [model, ratio] of Object.entries(map))
        expect([model, Number(ratio.toFixed(9))]).toEqual([model, ratio]);
    }
  });

  test('the ratios reproduce the dollar prices', () => {
    for (const { model, input, output, cached, cacheWrite, imageInput } of seedRows) {
      const back = (map: Record<string, number>) => input * (map[model] ?? Number.NaN);
      expect((maps.modelRatio[model] ?? Number.NaN) * 2).toBeCloseTo(input, 9);
      if (input === 0) continue;
      if (output !== undefined) expect(back(maps.completionRatio)).toBeCloseTo(output, 6);
      if (cached !== undefined) expect(back(maps.cacheRatio)).toBeCloseTo(cached, 6);
      if (cacheWrite !== undefined) expect(back(maps.cacheWriteRatio)).toBeCloseTo(cacheWrite, 6);
      if (imageInput !== undefined) expect(back(maps.imageRatio)).toBeCloseTo(imageInput, 6);
    }
  });

  test("a million tokens of each kind cost the provider's price, to the unit of quota", () => {
    const million = 1_000_000;
    for (const row of seedRows) {
      const price = { ...(book.find(row.model, 'default') as RatioPrice), tiers: [] };
      const quota = (counts: object) => computeCharge(price, makeUsage(counts));
      const usd = (dollars: number) => Math.round(dollars * 500_000);
      expect([row.model, quota({ promptTokens: million })]).toEqual([row.model, usd(row.input)]);
      if (row.output !== undefined)
        expect([row.model, quota({ completionTokens: million })]).toEqual([
          row.model,
          usd(row.output),
        ]);
      if (row.cached !== undefined)
        expect([row.model, quota({ promptTokens: million, cachedTokens: million })]).toEqual([
          row.model,
          usd(row.cached),
        ]);
      if (row.cacheWrite !== undefined)
        expect([row.model, quota({ promptTokens: million, cacheWriteTokens: million })]).toEqual([
          row.model,
          usd(row.cacheWrite),
        ]);
    }
  });

  test("images and audio cost the provider's price, to the unit of quota", () => {
    const usd = (dollars: number) => Math.round(dollars * 500_000);
    const million = 1_000_000;
    for (const { model, imageInput, audioInput, audioOutput } of seedRows) {
      const price = book.find(model, 'default') as Price;
      const quota = (counts: object) => computeCharge(price, makeUsage(counts));
      const models = [
        [audioOutput, { completionTokens: million, audioOutputTokens: million }],
        [audioInput, { promptTokens: million, audioInputTokens: million }],
        [imageInput, { promptTokens: million, imageInputTokens: million }],
      ] as const;
      const priced = models.filter(([dollars]) => dollars !== undefined);
      expect([model, ...priced.map(([, counts]) => quota(counts))]).toEqual([
        model,
        ...priced.map(([dollars = 0]) => usd(dollars)),
      ]);
    }
  });

  test('the models that channels of Baidu, Tencent and Yi offer have a price', () => {
    for (const [model, dollars] of [
      ['ernie-4.5-turbo-128k', 0.11],
      ['ernie-x1-turbo-32k', 0.137],
      ['hunyuan-turbos-latest', 0.11],
      ['yi-lightning', 0.136],
    ] as const) {
      const usage = makeUsage({ promptTokens: 1_000_000 });
      expect([model, computeCharge(book.find(model, 'default') as Price, usage)]).toEqual([
        model,
        dollars * 500_000,
      ]);
    }
  });

  test("a call above the limit of a tier costs the tier's price, to the unit of quota", () => {
    for (const { model, tiers = [], ...row } of seedRows) {
      const price = book.find(model, 'default') as Price;
      for (const { above, input, output = 0, cached } of tiers) {
        const discounted = cached ?? (input * (row.cached ?? row.input)) / row.input;
        const usage = makeUsage({
          promptTokens: above + 1,
          cachedTokens: 1000,
          completionTokens: 500,
        });
        const dollars = (above - 999) * input + 1000 * discounted + 500 * output;
        expect([model, computeCharge(price, usage)]).toEqual([model, Math.round(dollars / 2)]);
      }
    }
  });

  test('cached reads never cost more than input, and each tier more than what is below it', () => {
    for (const { model, input, output = 0, cached = 0, tiers = [] } of seedRows) {
      expect([model, cached <= input]).toEqual([model, true]);
      let below = { above: 31_999, input, output };
      for (const { output: tierOutput = 0, ...tier } of tiers) {
        expect([
          model,
          tier.above > below.above && tier.input > below.input && tierOutput > below.output,
        ]).toEqual([model, true]);
        below = { ...tier, output: tierOutput };
      }
    }
  });

  test('image and music models have a price per call', () => {
    const prices = seedModelPrice();
    expect(prices).toMatchObject({
      'dall-e-3': 0.04,
      suno_music: 0.1,
      suno_lyrics: 0.01,
      mj_imagine: 0.1,
      mj_describe: 0.05,
      mj_inpaint: 0,
      swap_face: 0.05,
    });
  });

  test("a minute of speech to text costs the provider's price", () => {
    expect(
      computeCharge(book.find('whisper-1', 'default') as Price, makeUsage({ promptTokens: 1000 })),
    ).toBe(0.006 * 500_000);
  });

  test('every price of a tool or a service tier has a source and a date', () => {
    for (const { source, date } of [...toolPriceRows, ...tierRatioRows])
      expect(`${source} ${date}`).toMatch(/^\S.* 20\d\d-(0[1-9]|1[0-2])$/);
  });

  test.each([
    ['gpt-5', 'web_search', 10],
    ['gpt-4o', 'web_search_preview', 25],
    ['gpt-4o', 'file_search', 2.5],
    ['claude-sonnet-4-6', 'web_search', 10],
    ['gemini-3-flash-preview', 'google_search', 14],
    ['grok-4.7', 'web_search', 5],
    ['glm-4.7', 'web_search_pro_sogou', 10],
    ['qwen3-max', 'web_search_agent', 10],
  ])("a thousand uses of a tool of %s (%s) cost its provider's price", (model, tool, dollars) => {
    const price = book.find(model, 'default') as Price;
    const surcharges = surchargesOf(price, { tools: { [tool]: 1000 } });
    expect(computeCharge(price, makeUsage({}), 1, surcharges)).toBe(dollars * 500_000);
  });

  test.each([
    ['gpt-5.4', 'priority', 5, 30],
    ['gpt-5-mini', 'priority', 0.45, 3.6],
    ['gpt-4o-mini', 'priority', 0.25, 1],
    ['o4-mini', 'priority', 2, 8],
    ['gpt-5', 'flex', 0.625, 5],
    ['claude-opus-4-6', 'fast', 30, 150],
  ])("a million tokens of %s cost at its tier %s its provider's price", (model, tier, ...usd) => {
    const price = book.find(model, 'default') as Price;
    const surcharges = surchargesOf({ ...price, tiers: [] } as Price, { tiers: [tier] });
    const million = 1_000_000;
    const quota = [{ promptTokens: million }, { completionTokens: million }].map((counts) =>
      computeCharge({ ...price, tiers: [] } as Price, makeUsage(counts), 1, surcharges),
    );
    expect(quota).toEqual(usd.map((dollars) => dollars * 500_000));
  });
});
