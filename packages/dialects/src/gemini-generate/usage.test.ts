import { expect, test } from 'vitest';
import { readGenerateUsage } from './usage.ts';

test.each([
  [{ totalTokenCount: 30 }, { promptTokens: 30, completionTokens: 0 }],
  [
    { candidatesTokenCount: 10, totalTokenCount: 30 },
    { promptTokens: 20, completionTokens: 10 },
  ],
  [
    { promptTokenCount: 5, totalTokenCount: 30 },
    { promptTokens: 5, completionTokens: 25 },
  ],
  [
    { promptTokenCount: 5, candidatesTokenCount: 10, totalTokenCount: 30 },
    { promptTokens: 5, completionTokens: 25, reasoningTokens: 15 },
  ],
  [
    {
      promptTokenCount: 5,
      candidatesTokenCount: 10,
      thoughtsTokenCount: 3,
      toolUsePromptTokenCount: 2,
      totalTokenCount: 20,
    },
    { promptTokens: 7, completionTokens: 13, reasoningTokens: 3 },
  ],
  [
    { promptTokenCount: 5, candidatesTokenCount: 10, totalTokenCount: 12 },
    { promptTokens: 5, completionTokens: 10 },
  ],
])('%j leaves no token of the total uncharged', (raw, usage) => {
  expect(readGenerateUsage(raw)).toMatchObject(usage);
});

test('sound and images in a cache cost what the cache costs, as they do elsewhere', () => {
  const details = (list: Record<string, number>) =>
    Object.entries(list).map(([modality, tokenCount]) => ({ modality, tokenCount }));
  const usage = readGenerateUsage({
    promptTokenCount: 100,
    cachedContentTokenCount: 50,
    candidatesTokenCount: 1,
    promptTokensDetails: [
      ...details({ TEXT: 10, AUDIO: 40, IMAGE: 30 }),
      ...details({ AUDIO: 20 }),
    ],
    cacheTokensDetails: details({ AUDIO: 20, IMAGE: 30 }),
  });
  expect(usage).toMatchObject({ cachedTokens: 50, audioInputTokens: 40 });
  expect(usage).not.toHaveProperty('imageInputTokens');
});
