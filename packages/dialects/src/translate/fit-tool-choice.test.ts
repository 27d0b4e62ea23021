import { expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { warningsOf, sendUpstream } from '../testing/translate-call.ts';

const SEARCH = { type: 'web_search_20250305', name: 'web_search' };
const READ = { name: 'Read', input_schema: { type: 'object' } };
const translationInput = (to: Dialect, name: string) => ({
  from: 'anthropic-messages' as const,
  to,
  model: 'gemini-2.5-pro',
  body: {
    model: 'm',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'x' }],
    tools: [SEARCH, READ],
    tool_choice: { type: 'tool', name },
  },
});

it.each<[Dialect, string, unknown]>([
  ['openai-chat', 'tool_choice', { type: 'function', function: { name: 'Read' } }],
  ['openai-responses', 'tool_choice', { type: 'function', name: 'Read' }],
  [
    'gemini-generate',
    'toolConfig',
    { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['Read'] } },
  ],
])('%s is not required to use a tool that it did not receive', (to, member, forced) => {
  expect(sendUpstream(translationInput(to, 'Read'))[member]).toEqual(forced);
  expect(warningsOf(translationInput(to, 'Read')).join()).toMatch(/builtin_tool/);
});
