import { expect, test } from 'vitest';
import type { Dialect } from './dialect.ts';
import { warningsOf } from '../testing/translate-call.ts';

const audio = { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } };
const called = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
const chat = {
  model: 'm',
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: null, tool_calls: [called] },
    { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'Listen' }, audio] },
  ],
};
const responses = {
  model: 'm',
  input: [
    { role: 'user', content: 'Hi' },
    { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: [audio] },
  ],
};

test.each([
  ['openai-chat', chat],
  ['openai-responses', responses],
] as const)('clients of %s are told that a result lost its audio', (from, body) => {
  const upstreams: readonly Dialect[] = ['anthropic-messages', 'gemini-generate'];
  for (const to of upstreams) expect(warningsOf({ from, to, body })).toEqual(['unknown;dropped']);
});
