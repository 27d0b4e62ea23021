import { expect, it } from 'vitest';
import { sendUpstream, warningsOf } from '../testing/translate-call.ts';

const USER = { role: 'user', content: 'Count.' };
const thought = (id: string) => ({
  role: 'assistant',
  content: null,
  reasoning_details: [{ type: 'reasoning.text', text: id, signature: `tg1.1.${id}.sealed` }],
});
const translationInput = (messages: readonly object[]) => ({
  from: 'openai-chat' as const,
  to: 'openai-responses' as const,
  model: 'gpt-5',
  body: { model: 'm', messages },
});
const typesOf = (messages: readonly object[]) =>
  [...(sendUpstream(translationInput(messages)).input ?? [])].map(({ type, role }) => role ?? type);

it('reasoning of a response that was cut off is left out, as OpenAI refuses it without a follower', () => {
  const messages = [USER, thought('rs_1'), thought('rs_2'), USER, thought('rs_3')];
  expect(typesOf(messages)).toEqual(['user', 'user']);
  expect(warningsOf(translationInput(messages))).toEqual(['thinking;dropped']);
});

it('reasoning stays before what it led to', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
  const messages = [
    USER,
    thought('rs_1'),
    { role: 'assistant', content: 'One' },
    USER,
    { ...thought('rs_2'), tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'ok' },
  ];
  expect(typesOf(messages)).toEqual([
    'user',
    'reasoning',
    'assistant',
    'user',
    'reasoning',
    'function_call',
    'function_call_output',
  ]);
  expect(warningsOf(translationInput(messages))).toEqual([]);
});
