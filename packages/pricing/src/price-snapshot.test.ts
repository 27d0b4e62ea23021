import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeCharge } from './charge.ts';
import { compilePriceBook, type PriceOptions } from './price-book.ts';
import { readPriceSnapshot, writePriceSnapshot } from './price-snapshot.ts';
import { surchargesOf } from './surcharges.ts';
import { emptyUsage } from './usage.ts';

const ratio = fc.integer({ min: 0, max: 100_000 }).map((value) => value / 1000);

it('a price restored from its snapshot charges as before, also for long prompts and in its tier', () => {
  const options = fc.record({
    model: ratio,
    completion: ratio,
    cache: ratio,
    group: ratio,
    batch: ratio,
    thinking: ratio,
    above: fc.integer({ min: 1, max: 5000 }),
    long: ratio,
    usd: fc.option(ratio),
    fee: fc.record({ use: ratio, request: ratio }),
    roundsUp: fc.boolean(),
  });
  const usage = fc.record({
    prompt: fc.nat(10_000),
    cached: fc.nat(5000),
    completion: fc.nat(9000),
    reasoning: fc.nat(10),
  });
  fc.assert(
    fc.property(options, usage, (priceOptions, counts) => {
      const book: PriceOptions = {
        modelRatio: { x: priceOptions.model },
        completionRatio: { x: priceOptions.completion },
        cacheRatio: { x: priceOptions.cache },
        cacheWriteRatio: {},
        modelPrice: priceOptions.usd === null ? {} : { x: priceOptions.usd },
        priceTiers: { x: [{ above: priceOptions.above, modelRatio: priceOptions.long }] },
        toolPrices: { 'x*': { request_fee: priceOptions.fee, web_search: 1 } },
        tierRatios: {
          'x*': { batch: priceOptions.batch, thinking: priceOptions.thinking, flex: 3 },
        },
        groupRatio: { g: priceOptions.group },
        quotaPerUnit: 500_000,
        roundsUp: priceOptions.roundsUp,
      };
      const price = compilePriceBook(book, 'v7').find('x', 'g');
      if (typeof price !== 'object') throw new Error('no price');
      const restored = readPriceSnapshot(writePriceSnapshot(price, 'batch'));
      expect(restored.version).toBe('v7');
      const used = {
        ...emptyUsage(),
        promptTokens: counts.prompt,
        cachedTokens: Math.min(counts.cached, counts.prompt),
        completionTokens: counts.completion,
        reasoningTokens: Math.min(counts.reasoning, counts.completion),
      };
      const charge = (each: typeof price) =>
        computeCharge(
          each,
          used,
          3,
          surchargesOf(each, { tiers: ['batch'], tools: { request_fee: 1 } }),
        );
      expect(charge(restored)).toBe(charge(price));
    }),
  );
});
