import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitTokens } from './token-classes.ts';
import { makeUsage } from './testing/make-price.ts';
import { normaliseUsage } from './usage.ts';

test('each token is counted once, whatever kinds a provider counts it as', () => {
  const count = fc.integer({ min: 0, max: 100 });
  const counts = fc.record({
    promptTokens: count,
    cachedTokens: count,
    cacheWriteTokens: count,
    cacheWriteHourTokens: count,
    audioInputTokens: count,
    imageInputTokens: count,
    completionTokens: count,
    audioOutputTokens: count,
  });
  fc.assert(
    fc.property(counts, (raw) => {
      const usage = normaliseUsage(raw);
      const split = Object.values(splitTokens(usage));
      expect(Math.min(...split)).toBeGreaterThanOrEqual(0);
      expect(split.reduce((sum, tokens) => sum + tokens, 0)).toBe(
        usage.promptTokens + usage.completionTokens,
      );
    }),
  );
});

test('where kinds overlap, cached takes precedence over audio and audio over images', () => {
  const usage = makeUsage({
    promptTokens: 100,
    cachedTokens: 30,
    audioInputTokens: 50,
    imageInputTokens: 80,
  });
  expect(splitTokens(usage)).toMatchObject({
    cached: 30,
    audioInput: 50,
    imageInput: 20,
    plain: 0,
  });
});
