import { expect, test } from 'vitest';
import { mergeMessagesUsage, toChatUsage } from './usage.ts';

const summary = {
  type: 'compaction',
  input_tokens: 180_000,
  output_tokens: 3500,
  cache_read_input_tokens: 10,
  cache_creation_input_tokens: 30,
  cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
};
const message = { type: 'message', input_tokens: 5, output_tokens: 7 };

test('summaries that a call wrote on its way are part of its usage, once', () => {
  const start = { input_tokens: 5, output_tokens: 1 };
  const final = { output_tokens: 7, iterations: [summary, message, summary] };
  const merged = [start, final, final].reduce(mergeMessagesUsage, {});
  expect(toChatUsage(merged)).toMatchObject({
    promptTokens: 5 + 2 * 180_040,
    completionTokens: 7 + 2 * 3500,
    cachedTokens: 20,
    cacheWriteTokens: 60,
    cacheWriteHourTokens: 40,
  });
});

test('other iterations are already part of the counters', () => {
  const usage = { ...message, iterations: [message, { ...message, type: 'advisor_message' }] };
  expect(toChatUsage(mergeMessagesUsage({}, usage))).toMatchObject({
    promptTokens: 5,
    completionTokens: 7,
  });
});
