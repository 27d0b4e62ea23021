import { expect, test } from 'vitest';
import { readModelSuffix } from './read-model-suffix.ts';

test.each([
  ['claude-3-7-sonnet-20250219-thinking', 'anthropic-messages', 'claude-3-7-sonnet-20250219'],
  ['claude-opus-4-6-high', 'anthropic-messages', 'claude-opus-4-6'],
  ['o3-mini-high', 'openai-chat', 'o3-mini'],
  ['gpt-5-mini-minimal', 'openai-responses', 'gpt-5-mini'],
] as const)('%s of %s is %s, and its members say the rest', (name, format, model) => {
  const read = readModelSuffix(name, format);
  expect(read?.model).toBe(model);
  expect(Object.keys(read?.members ?? {})).toHaveLength(1);
});

test('names that end so by themselves stay, and so does what the format cannot say', () => {
  for (const [name, format] of [
    ['claude-3-7-sonnet-20250219', 'anthropic-messages'],
    ['claude-3-7-sonnet-20250219-thinking', 'openai-chat'],
    ['kimi-k2-thinking', 'openai-chat'],
    ['kimi-k2-thinking', 'anthropic-messages'],
    ['gpt-5', 'openai-chat'],
    ['o3-mini-high', 'gemini-generate'],
  ] as const)
    expect(readModelSuffix(name, format)).toBeUndefined();
});
