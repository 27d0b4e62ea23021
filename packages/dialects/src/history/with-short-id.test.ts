import { expect, it } from 'vitest';
import { sendUpstream } from '../testing/translate-call.ts';

const id = `chatcmpl-tool-${'7'.repeat(60)}`;
const SHORT = /^call_[0-9a-z]{14}$/;

it('a long id is the same short one in a call of chat completions and its result', () => {
  const called = { id, type: 'function', function: { name: 'f', arguments: '{}' } };
  const { messages } = sendUpstream({
    from: 'openai-chat',
    to: 'openai-chat',
    isForeignSignature: () => false,
    body: {
      model: 'asked-model',
      messages: [
        { role: 'assistant', content: null, tool_calls: [called] },
        { role: 'tool', tool_call_id: id, content: 'x' },
      ],
    },
  });
  const sent = messages?.[0]?.['tool_calls']?.[0]?.['id'];
  expect(sent).toMatch(SHORT);
  expect(messages?.[1]?.['tool_call_id']).toBe(sent);
});

it('a long id is the same short one in a call of responses and its output, and an accepted one stays', () => {
  const items = (callId: string) => [
    { type: 'function_call', call_id: callId, name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: callId, output: 'x' },
  ];
  const accepted = items(id.slice(0, 64));
  const { input } = sendUpstream({
    from: 'openai-responses',
    to: 'openai-responses',
    isForeignSignature: () => false,
    body: { model: 'asked-model', input: [...items(id), ...accepted] },
  });
  const sent = input?.[0]?.['call_id'];
  expect(sent).toMatch(SHORT);
  expect(input?.[1]?.['call_id']).toBe(sent);
  expect(input?.slice(2)).toEqual(accepted);
});
