import { expect, test } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { readModelSuffix } from '../read-model-suffix.ts';
import { applySuffixMembers } from './apply-suffix-members.ts';

const put = (
  body: unknown,
  name: string,
  format: Parameters<typeof readModelSuffix>[1],
): unknown => {
  const members = readModelSuffix(name, format)?.members ?? {};
  return JSON.parse(decodeText(applySuffixMembers(encodeText(JSON.stringify(body)), members)));
};

test("an effort in the name keeps the client's other members", () => {
  expect(
    put(
      { output_config: { format: { type: 'json_schema' } } },
      'claude-opus-4-6-high',
      'anthropic-messages',
    ),
  ).toEqual({ output_config: { format: { type: 'json_schema' }, effort: 'high' } });
  expect(
    put({ reasoning: { summary: 'auto', effort: 'low' } }, 'o4-mini-high', 'openai-responses'),
  ).toEqual({
    reasoning: { summary: 'auto', effort: 'high' },
  });
});

test("a budget in a Gemini model's name is merged into the configuration, in either spelling", () => {
  const thinking = { thinkingBudget: 1024, includeThoughts: true };
  expect(
    put({ generationConfig: { topK: 3 } }, 'gemini-2.5-flash-thinking-1024', 'gemini-generate'),
  ).toEqual({
    generationConfig: { topK: 3, thinkingConfig: thinking },
  });
  expect(
    put(
      { generation_config: { topK: 3, thinking_config: { thinking_budget: 5 } } },
      'gemini-2.5-flash-nothinking',
      'gemini-generate',
    ),
  ).toEqual({ generation_config: { topK: 3, thinking_config: { thinking_budget: 0 } } });
  expect(put({}, 'gemini-2.5-pro-thinking', 'gemini-generate')).toEqual({
    generationConfig: { thinkingConfig: { includeThoughts: true } },
  });
});

test('a body that is not an object is unchanged, and a member that is not an object is replaced', () => {
  expect(put([], 'o4-mini-high', 'openai-responses')).toEqual([]);
  expect(put({ reasoning: 'much' }, 'o4-mini-high', 'openai-responses')).toEqual({
    reasoning: { effort: 'high' },
  });
});
