import { expect, test } from 'vitest';
import { readModelSuffix } from './read-model-suffix.ts';

test.each([
  ['claude-3-7-sonnet-20250219-thinking', 'anthropic-messages', 'claude-3-7-sonnet-20250219'],
  ['claude-opus-4-6-high', 'anthropic-messages', 'claude-opus-4-6'],
  ['o3-mini-high', 'openai-chat', 'o3-mini'],
  ['gpt-5-mini-minimal', 'openai-responses', 'gpt-5-mini'],
  [
    'gemini-2.5-flash-preview-05-20-thinking-1024',
    'gemini-generate',
    'gemini-2.5-flash-preview-05-20',
  ],
  ['gemini-2.5-pro-thinking', 'gemini-generate', 'gemini-2.5-pro'],
  ['gemini-2.5-flash-nothinking', 'gemini-generate', 'gemini-2.5-flash'],
  ['gemini-3-pro-low', 'gemini-generate', 'gemini-3-pro'],
] as const)('%s of %s is %s, and its members express the suffix', (name, format, model) => {
  const read = readModelSuffix(name, format);
  expect(read?.model).toBe(model);
  expect(Object.keys(read?.members ?? {})).toHaveLength(1);
});

test('names that end like this by themselves are unchanged, as are suffixes that the format cannot express', () => {
  for (const [name, format] of [
    ['claude-3-7-sonnet-20250219', 'anthropic-messages'],
    ['claude-3-7-sonnet-20250219-thinking', 'openai-chat'],
    ['kimi-k2-thinking', 'openai-chat'],
    ['kimi-k2-thinking', 'anthropic-messages'],
    ['gpt-5', 'openai-chat'],
    ['gemini-2.0-flash-thinking-exp', 'gemini-generate'],
    ['gemini-2.5-flash-thinking-much', 'gemini-generate'],
    ['gemini-2.5-flash-thinking-1024', 'openai-chat'],
    ['o3-mini-high', 'gemini-generate'],
  ] as const)
    expect(readModelSuffix(name, format)).toBeUndefined();
});
