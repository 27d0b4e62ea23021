import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyUsage, isValidUsage, normaliseUsage } from './usage.ts';

const validUsage = {
  ...emptyUsage(),
  promptTokens: 100,
  cachedTokens: 60,
  cacheWriteTokens: 40,
  completionTokens: 9,
  reasoningTokens: 9,
  audioInputTokens: 100,
};

test('a valid usage is unchanged and needs no repair', () => {
  expect(normaliseUsage(validUsage)).toMatchObject({ ...validUsage, repairs: [] });
  expect(isValidUsage(validUsage)).toBe(true);
});

test('an unreported count is 0 without counting as a repair', () => {
  expect(normaliseUsage({ promptTokens: 5, completionTokens: null })).toMatchObject({
    promptTokens: 5,
    completionTokens: 0,
    repairs: [],
  });
});

test.each([
  ['a negative count', { promptTokens: -5 }, { promptTokens: 0 }, 'promptTokens'],
  ['a broken count', { completionTokens: Number.NaN }, { completionTokens: 0 }, 'completionTokens'],
  ['a text', { completionTokens: '12' }, { completionTokens: 0 }, 'completionTokens'],
  ['part of a token', { completionTokens: 1.9 }, { completionTokens: 1 }, 'completionTokens'],
  [
    'more cached than read',
    { promptTokens: 10, cachedTokens: 11 },
    { cachedTokens: 10 },
    'cachedTokens',
  ],
  [
    'cache reads and writes that overlap',
    { promptTokens: 10, cachedTokens: 8, cacheWriteTokens: 3 },
    { cacheWriteTokens: 2 },
    'cacheWriteTokens',
  ],
  [
    'more reasoning than output',
    { completionTokens: 3, reasoningTokens: 4 },
    { reasoningTokens: 3 },
    'reasoningTokens',
  ],
  [
    'more hour writes than writes',
    { promptTokens: 9, cacheWriteTokens: 3, cacheWriteHourTokens: 4 },
    { cacheWriteHourTokens: 3 },
    'cacheWriteHourTokens',
  ],
  [
    'more images than input',
    { promptTokens: 9, imageInputTokens: 10 },
    { imageInputTokens: 9 },
    'imageInputTokens',
  ],
])('%s is repaired and reported', (_name, raw, repaired, field) => {
  expect(normaliseUsage(raw)).toMatchObject({ ...repaired, repairs: [field] });
});

test('whatever a provider sends becomes a valid usage, and repairs are reported exactly if it was not', () => {
  const any = fc.oneof(
    fc.double(),
    fc.integer({ min: -5, max: 50 }),
    fc.string(),
    fc.constant(undefined),
  );
  const fields = Object.keys(normaliseUsage({})).filter((field) => field !== 'repairs');
  fc.assert(
    fc.property(fc.record(Object.fromEntries(fields.map((field) => [field, any]))), (raw) => {
      const usage = normaliseUsage(raw);
      expect(isValidUsage(usage)).toBe(true);
      expect(normaliseUsage(usage).repairs).toEqual([]);
      if (usage.repairs.length === 0)
        expect(usage).toMatchObject(
          Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined)),
        );
    }),
  );
});

test('counts are valid exactly when nothing needs repair', () => {
  const small = fc.integer({ min: -1, max: 6 });
  const counts = fc.record({
    promptTokens: fc.integer({ min: -1, max: 12 }),
    cachedTokens: small,
    cacheWriteTokens: small,
    completionTokens: small,
    reasoningTokens: small,
    audioInputTokens: small,
    audioOutputTokens: small,
    cacheWriteHourTokens: small,
    imageInputTokens: small,
  });
  fc.assert(
    fc.property(counts, (usage) => {
      expect(isValidUsage(usage)).toBe(normaliseUsage(usage).repairs.length === 0);
    }),
    { numRuns: 3000 },
  );
});
