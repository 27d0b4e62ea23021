import { expect, test } from 'vitest';
import { mostDelivered } from './output-cover.ts';

test('an honest stream has room for our errors of counting, for each of its completions, and for thoughts beside its limit', () => {
  const one = mostDelivered({ outputTokens: 1000, responses: 1 }, 'gpt-5');
  expect(one).toBe(4 * 1000 + 4096);
  expect(mostDelivered({ outputTokens: 1000, responses: 3 }, 'gpt-5')).toBe(3 * one);
  for (const model of ['qwen3-max', 'org/QwQ-32b', 'doubao-seed-1-6', 'deepseek-r1', 'glm-4.7'])
    expect(mostDelivered({ outputTokens: 1, responses: 1 }, model)).toBeGreaterThan(32_768);
  expect(mostDelivered({ outputTokens: undefined, responses: 1 }, 'gpt-4')).toBe(4 * 8192 + 4096);
});
