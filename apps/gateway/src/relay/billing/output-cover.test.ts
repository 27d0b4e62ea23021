import { expect, test } from 'vitest';
import { mostDelivered, mostOutput } from './output-cover.ts';

test('an honest stream is allowed for counting errors, for each of its completions, and for thoughts outside its limit', () => {
  const one = mostDelivered({ outputTokens: 1000, responses: 1 }, 'gpt-5');
  expect(one).toBe(4 * 1000 + 4096);
  expect(mostDelivered({ outputTokens: 1000, responses: 3 }, 'gpt-5')).toBe(3 * one);
  for (const model of ['qwen3-max', 'org/QwQ-32b', 'doubao-seed-1-6', 'deepseek-r1', 'glm-4.7'])
    expect(mostDelivered({ outputTokens: 1, responses: 1 }, model)).toBeGreaterThan(32_768);
  expect(mostDelivered({ outputTokens: undefined, responses: 1 }, 'gpt-4')).toBe(4 * 8192 + 4096);
});

test('an image that a model began within its limit is covered entirely, whoever serves it', () => {
  const one = { outputTokens: 1, responses: 1 };
  for (const model of [
    'gemini-2.5-flash-image',
    'google/gemini-3-pro-image-preview',
    'nano-banana',
  ])
    expect(mostOutput(one, model)).toBeGreaterThanOrEqual(2520);
  expect(mostOutput(one, 'openai/gpt-5-image')).toBeGreaterThanOrEqual(6240);
  expect(mostOutput(one, 'gemini-2.5-pro')).toBe(1);
  expect(mostOutput({ outputTokens: 0, responses: 1 }, 'gemini-2.5-flash-image')).toBe(0);
});
