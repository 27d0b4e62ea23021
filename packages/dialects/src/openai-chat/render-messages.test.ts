import { expect, it } from 'vitest';
import { receiveResponse, sendUpstream } from '../testing/translate-call.ts';

const thoughts = { type: 'thinking', thinking: 'Hm.', signature: 'sealed' };
const translationInput = (model: string, content: unknown) => ({
  from: 'anthropic-messages' as const,
  to: 'openai-chat' as const,
  model,
  body: {
    model: 'm',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content },
      { role: 'user', content: 'Go on' },
    ],
  },
});

it.each([[[thoughts]], [[]], ['']])(
  'an assistant turn of which nothing can be sent is left out: %j',
  (content) => {
    expect(sendUpstream(translationInput('gpt-4o', content)).messages).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'user', content: 'Go on' },
    ]);
  },
);

it('thoughts without text are sent with an empty text, as a message needs one', () => {
  const unsigned = { type: 'thinking', thinking: 'Hm.', signature: 'tg1.0..' };
  expect(sendUpstream(translationInput('deepseek-v4-pro', [unsigned])).messages?.[1]).toEqual({
    role: 'assistant',
    content: '',
    reasoning_content: 'Hm.',
  });
});

it('a response of nothing but thoughts has an empty text, which can be sent back', () => {
  const input = {
    from: 'openai-chat' as const,
    to: 'anthropic-messages' as const,
    body: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
  };
  const response = {
    type: 'message',
    content: [thoughts],
    stop_reason: 'max_tokens',
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  expect(receiveResponse(input, response).choices?.[0]?.message?.content).toBe('');
});

it('calls of one response that a client sends in several messages are followed by all results', () => {
  const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} });
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: id });
  const { messages } = sendUpstream({
    from: 'anthropic-messages',
    to: 'openai-chat',
    body: {
      model: 'm',
      max_tokens: 9,
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [use('a')] },
        { role: 'assistant', content: [{ type: 'text', text: 'And' }, use('b')] },
        { role: 'user', content: [result('b'), result('a')] },
      ],
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
    },
  });
  expect([...(messages ?? [])].map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'tool',
  ]);
  const ids = [...(messages?.[1]?.tool_calls ?? [])].map(({ id }) => id);
  expect(ids).toEqual(['a', 'b']);
  expect(messages?.[1]?.content).toBe('And');
});

it('a conversation of which nothing is left is not empty, as no vendor accepts that', () => {
  const body = { model: 'm', max_tokens: 9, messages: [{ role: 'assistant', content: [] }] };
  const from = 'anthropic-messages';
  const continued = [{ role: 'user', content: 'Continue.' }];
  expect(sendUpstream({ from, to: 'openai-chat', body }).messages).toEqual(continued);
  expect(sendUpstream({ from, to: 'openai-responses', body }).input).toEqual(continued);
});

it('a message of another vendor’s thoughts alone keeps a content when they are dropped', () => {
  const signature = 'tg1.2..sealed';
  const message = {
    role: 'assistant',
    content: null,
    reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', signature }],
  };
  const send = (sent: object) =>
    sendUpstream({
      from: 'openai-chat',
      to: 'openai-chat',
      isForeignSignature: () => false,
      body: { model: 'asked-model', messages: [{ role: 'user', content: 'Hi' }, sent] },
    }).messages?.[1];
  expect(send(message)).toEqual({ role: 'assistant', content: '' });
  const tool_calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }];
  expect(send({ ...message, tool_calls })).toEqual({
    role: 'assistant',
    content: null,
    tool_calls,
  });
});
