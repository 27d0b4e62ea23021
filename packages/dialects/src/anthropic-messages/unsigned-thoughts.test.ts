import { describe, expect, it } from 'vitest';
import { receiveResponse, receiveStream, sendUpstream } from '../testing/translate-call.ts';

const USER = { role: 'user', content: 'Hi' };
const input = {
  from: 'openai-chat' as const,
  to: 'anthropic-messages' as const,
  body: { model: 'm', messages: [USER] },
};
const thinking = { type: 'thinking', thinking: 'Hm.' };
const text = { type: 'text', text: 'Hello' };
const usage = { input_tokens: 1, output_tokens: 1 };

/** DeepSeek's and other servers' form: thoughts without a signature. */
const EVENTS = [
  { type: 'message_start', message: { id: 'm', model: 'm', usage } },
  { type: 'content_block_start', index: 0, content_block: { ...thinking, thinking: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { ...text, text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hello' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
  { type: 'message_stop' },
];

describe('thoughts that a compatible server does not sign', () => {
  const whole = { type: 'message', content: [thinking, text], stop_reason: 'end_turn', usage };
  const details = [
    receiveResponse(input, whole).choices?.[0]?.message?.reasoning_details,
    receiveStream(input, EVENTS).flatMap(({ choices }) => [
      ...(choices?.[0]?.delta?.reasoning_details ?? []),
    ]),
  ];
  const send = (reasoning: unknown, model: string) =>
    sendUpstream({
      ...input,
      model,
      body: {
        model: 'm',
        messages: [
          USER,
          { role: 'assistant', content: 'Hello', reasoning_details: reasoning },
          USER,
        ],
      },
    }).messages?.[1]?.content;

  it.each(['whole response', 'stream'])('return to it from a %s', (form) => {
    const reasoning = details[form === 'stream' ? 1 : 0];
    expect(send(reasoning, 'deepseek-v4-pro')).toEqual([{ ...thinking, signature: '' }, text]);
  });

  it('are not sent to Claude, which refuses them', () => {
    for (const reasoning of details) expect(send(reasoning, 'claude-sonnet-4-5')).toEqual([text]);
  });

  it('stay in the client’s own dialect where the model requires them back', () => {
    const content = [{ ...thinking, signature: '' }, text];
    const sendOwn = (model: string) =>
      sendUpstream({
        from: 'anthropic-messages',
        to: 'anthropic-messages',
        model,
        isForeignSignature: () => false,
        body: { model: 'm', max_tokens: 9, messages: [USER, { role: 'assistant', content }, USER] },
      }).messages?.[1]?.content;
    expect(sendOwn('deepseek-v4-pro')).toEqual(content);
    expect(sendOwn('claude-sonnet-4-5')).toEqual([text]);
  });
});
