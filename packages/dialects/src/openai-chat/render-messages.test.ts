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
