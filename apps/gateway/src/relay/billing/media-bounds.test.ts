import { describe, expect, test } from 'vitest';
import { plainPrice } from '../../../test-support/plain-price.ts';
import { boundReport } from './media-bounds.ts';

const price = plainPrice;
const body = { length: 1000 };

describe('the usage that an upstream reports for a recording', () => {
  const work = { unit: 'transcript', seconds: 10, promptTokens: 0 } as const;

  test('is accepted if the recording can be that long', () => {
    const { media, claim } = boundReport({ seconds: 14 }, { price, work, sent: { body } });
    expect([media.seconds, claim]).toEqual([14, undefined]);
  });

  test('counts up to what its bytes can contain', () => {
    const { media, claim } = boundReport({ seconds: 1e9 }, { price, work, sent: { body } });
    expect([media.seconds, claim]).toEqual([45, { seconds: 1e9 }]);
  });

  test('counts up to the longest that the file can be', () => {
    const dense = { ...work, secondsMax: 600 };
    const { media, claim } = boundReport({ seconds: 500 }, { price, work: dense, sent: { body } });
    expect([media.seconds, claim]).toEqual([500, undefined]);
  });

  test('is limited by the length read from the file, however large it is', () => {
    const sent = { body: { length: 500_000 } };
    const { media, claim } = boundReport({ seconds: 900 }, { price, work, sent });
    expect([media.seconds, claim]).toEqual([45, { seconds: 900 }]);
  });
});

test('the tokens of speech are limited by the text that is spoken', () => {
  const work = { unit: 'speech', characters: 100, seconds: 7, promptTokens: 25 } as const;
  const usage = { ...NONE, promptTokens: 25, completionTokens: 1e9 };
  const { media, claim } = boundReport({ usage }, { price, work, sent: { body } });
  expect(media.usage?.completionTokens).toBeLessThan(1000);
  expect(claim).toEqual({ prompt_tokens: 25, completion_tokens: 1e9 });
});

const NONE = {
  promptTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  audioInputTokens: 0,
  audioOutputTokens: 0,
};
