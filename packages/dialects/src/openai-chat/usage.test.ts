import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUpstreamUsage } from './usage.ts';
import type { Usage } from '../ir/usage.ts';

const zero: Usage = {
  promptTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  audioInputTokens: 0,
  audioOutputTokens: 0,
};

const cases: readonly (readonly [name: string, raw: object, expected: Partial<Usage>])[] = [
  ['explicit zeros', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, {}],
  [
    'OpenAI with all details, everything inside the two sums',
    {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 10, audio_tokens: 5 },
      completion_tokens_details: { reasoning_tokens: 30, audio_tokens: 4 },
    },
    {
      promptTokens: 100,
      cachedTokens: 40,
      cacheWriteTokens: 10,
      completionTokens: 50,
      reasoningTokens: 30,
      audioInputTokens: 5,
      audioOutputTokens: 4,
    },
  ],
  [
    'Perplexity: pages that were read, and thoughts, outside the sums',
    {
      prompt_tokens: 33,
      completion_tokens: 100,
      total_tokens: 133,
      citation_tokens: 700,
      reasoning_tokens: 900,
    },
    { promptTokens: 733, completionTokens: 1000, reasoningTokens: 900 },
  ],
  ['embeddings', { prompt_tokens: 8, total_tokens: 8 }, { promptTokens: 8 }],
  ['only a total', { total_tokens: 12 }, { promptTokens: 12 }],
  [
    'DeepSeek cache fields',
    {
      prompt_tokens: 30,
      completion_tokens: 5,
      total_tokens: 35,
      prompt_cache_hit_tokens: 20,
      prompt_cache_miss_tokens: 10,
    },
    { promptTokens: 30, cachedTokens: 20, completionTokens: 5 },
  ],
  [
    'Moonshot cached_tokens',
    { prompt_tokens: 30, completion_tokens: 5, total_tokens: 35, cached_tokens: 7 },
    { promptTokens: 30, cachedTokens: 7, completionTokens: 5 },
  ],
  ...[
    { cache_creation: { ephemeral_1h_input_tokens: 30 } },
    { claude_cache_creation_1_h_tokens: 30 },
    {
      prompt_tokens_details: {
        cached_tokens: 0,
        cache_creation_tokens: 40,
        cache_creation_token_details: { ephemeral_1h_input_tokens: 30 },
      },
    },
  ].map((split): readonly [string, object, Partial<Usage>] => [
    `cache writes for an hour: ${Object.keys(split).join()}`,
    {
      prompt_tokens: 100,
      completion_tokens: 5,
      total_tokens: 105,
      prompt_tokens_details: { cached_tokens: 0 },
      cache_creation_input_tokens: 40,
      ...split,
    },
    { promptTokens: 100, completionTokens: 5, cacheWriteTokens: 40, cacheWriteHourTokens: 30 },
  ]),
  [
    'Anthropic fields: cached tokens outside the input',
    {
      input_tokens: 10,
      output_tokens: 5,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 20,
    },
    { promptTokens: 130, cachedTokens: 100, cacheWriteTokens: 20, completionTokens: 5 },
  ],
  [
    'Anthropic semantics under OpenAI names, told by the sum',
    { prompt_tokens: 200, completion_tokens: 5, total_tokens: 305, cache_read_input_tokens: 100 },
    { promptTokens: 300, cachedTokens: 100, completionTokens: 5 },
  ],
  [
    'Anthropic semantics under OpenAI names, told by a cache larger than the prompt',
    { prompt_tokens: 10, completion_tokens: 5, cache_read_input_tokens: 100 },
    { promptTokens: 110, cachedTokens: 100, completionTokens: 5 },
  ],
  [
    'Anthropic fields inside an OpenAI sum',
    { prompt_tokens: 200, completion_tokens: 5, total_tokens: 205, cache_read_input_tokens: 100 },
    { promptTokens: 200, cachedTokens: 100, completionTokens: 5 },
  ],
  [
    'DashScope details',
    {
      prompt_tokens: 50,
      completion_tokens: 5,
      total_tokens: 55,
      prompt_tokens_details: { cached_tokens: 20, cache_creation_input_tokens: 9 },
    },
    { promptTokens: 50, cachedTokens: 20, cacheWriteTokens: 9, completionTokens: 5 },
  ],
  [
    'xAI: reasoning beside the completion',
    {
      prompt_tokens: 10,
      completion_tokens: 9,
      total_tokens: 139,
      completion_tokens_details: { reasoning_tokens: 120 },
    },
    { promptTokens: 10, completionTokens: 129, reasoningTokens: 120 },
  ],
  [
    'Gemini: thoughts only in the total',
    { prompt_tokens: 20, completion_tokens: 198, total_tokens: 623 },
    { promptTokens: 20, completionTokens: 603, reasoningTokens: 405 },
  ],
  [
    'a total that contradicts downwards',
    { prompt_tokens: 20, completion_tokens: 5, total_tokens: 3 },
    { promptTokens: 20, completionTokens: 5 },
  ],
];

describe('readUpstreamUsage', () => {
  it.each(cases)('reads %s', (_name, raw, expected) => {
    expect(readUpstreamUsage(raw)).toEqual({ ...zero, ...expected });
  });

  it('returns undefined when usage contains no counts', () => {
    for (const raw of [
      undefined,
      null,
      {},
      [],
      5,
      'x',
      { completion_tokens: 5 },
      { prompt_tokens: 'x' },
      { prompt_tokens: -1 },
      { prompt_tokens: 5, completion_tokens: -1 },
      { prompt_tokens: 5, completion_tokens: '7', total_tokens: 12 },
      // Every chunk of MiniMax except the last.
      { total_tokens: 0, total_characters: 0 },
    ]) {
      expect(readUpstreamUsage(raw), JSON.stringify(raw)).toBeUndefined();
    }
  });

  it.each([1e300, Infinity])('caps %s, more than any model can use, at 1e9', (claim) => {
    expect(readUpstreamUsage({ prompt_tokens: claim, completion_tokens: 1 })).toMatchObject({
      promptTokens: 1e9,
    });
  });

  it('never returns a part larger than its whole, a fraction or a negative number', () => {
    const value = fc.oneof(fc.nat(1000), fc.double(), fc.constant(null), fc.constant('7'));
    const details = fc.dictionary(
      fc.constantFrom('cached_tokens', 'cache_write_tokens', 'audio_tokens', 'reasoning_tokens'),
      value,
    );
    const names = fc.constantFrom(
      'prompt_tokens',
      'completion_tokens',
      'total_tokens',
      'input_tokens',
      'cached_tokens',
      'prompt_cache_hit_tokens',
      'cache_read_input_tokens',
      'cache_creation_input_tokens',
    );
    const raw = fc
      .tuple(fc.dictionary(names, value), details, details)
      .map(([usage, prompt, completion]) => ({
        ...usage,
        prompt_tokens_details: prompt,
        completion_tokens_details: completion,
      }));
    fc.assert(
      fc.property(raw, (usage) => {
        const result = readUpstreamUsage(usage);
        if (!result) return;
        for (const count of Object.values(result))
          expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
        expect(result.cachedTokens + result.cacheWriteTokens).toBeLessThanOrEqual(
          result.promptTokens,
        );
        expect(result.reasoningTokens).toBeLessThanOrEqual(result.completionTokens);
        expect(result.audioInputTokens).toBeLessThanOrEqual(result.promptTokens);
        expect(result.audioOutputTokens).toBeLessThanOrEqual(result.completionTokens);
      }),
    );
  });

  it('counts images if they are reported, under any name of the details', () => {
    const details = { image_tokens: 30, text_tokens: 10 };
    const expected = { promptTokens: 40, completionTokens: 5, imageInputTokens: 30 };
    for (const name of ['input_tokens_details', 'input_token_details'])
      expect(
        readUpstreamUsage({ input_tokens: 40, output_tokens: 5, [name]: details }),
      ).toMatchObject(expected);
  });

  it('charges cached audio and images as cached, and not again as audio', () => {
    const usage = readUpstreamUsage({
      input_tokens: 400,
      output_tokens: 50,
      input_token_details: {
        text_tokens: 100,
        audio_tokens: 250,
        image_tokens: 50,
        cached_tokens: 300,
        cached_tokens_details: { text_tokens: 80, audio_tokens: 200, image_tokens: 20 },
      },
      output_token_details: { text_tokens: 10, audio_tokens: 40 },
    });
    expect(usage).toMatchObject({
      promptTokens: 400,
      cachedTokens: 300,
      audioInputTokens: 50,
      imageInputTokens: 30,
      audioOutputTokens: 40,
    });
  });
});
