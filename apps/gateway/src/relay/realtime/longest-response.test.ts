import { expect, test } from 'vitest';
import { longestResponse } from './longest-response.ts';

test.each([
  ['gpt-realtime-2', 'gpt-realtime-2', 32_000],
  ['gpt-realtime-2.1-mini', 'mini', 32_000],
  ['openai/gpt-realtime-2.1', 'voice', 32_000],
  ['gpt-realtime', 'gpt-realtime-2', 4096],
  ['gpt-realtime-2025-08-28', 'gpt-realtime', 4096],
  ['gpt-realtime-1.5', 'gpt-realtime-1.5', 4096],
  ['gpt-4o-realtime-preview', 'gpt-4o-realtime-preview', 4096],
  ['our-deployment', 'gpt-realtime-2', 32_000],
  ['our-deployment', 'gpt-realtime', 8192],
  ['qwen3-omni-flash-realtime', 'qwen3-omni-flash-realtime', 8192],
])('a response of %s, called %s, has at most the tokens that its vendor states', (...row) => {
  const [upstreamModel, model, tokens] = row;
  expect(longestResponse(upstreamModel, model)).toBe(tokens);
});
