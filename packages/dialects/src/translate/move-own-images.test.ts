import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { sendUpstream, warningsOf } from '../testing/translate-call.ts';

const url = 'data:image/png;base64,AAAA';
const inlineData = { mimeType: 'image/png', data: 'AAAA' };
const image = { type: 'image_url', image_url: { url } };
const chat = (to: Dialect) => ({
  from: 'openai-chat' as const,
  to,
  model: to === 'anthropic-messages' ? 'claude-sonnet-4-5' : 'gemini-2.5-flash-image',
  body: {
    model: 'm',
    messages: [
      { role: 'user', content: 'Draw a cat.' },
      { role: 'assistant', content: 'Here.', images: [image] },
      { role: 'user', content: 'Make it red.' },
    ],
  },
});
const responses = (to: Dialect, result: string) => ({
  from: 'openai-responses' as const,
  to,
  model: to === 'anthropic-messages' ? 'claude-sonnet-4-5' : 'gemini-2.5-flash-image',
  body: {
    model: 'm',
    input: [
      { role: 'user', content: 'Draw a cat.' },
      { role: 'assistant', content: [{ type: 'output_text', text: 'Here.' }] },
      { type: 'image_generation_call', id: 'ig_1', status: 'completed', result },
      { role: 'user', content: 'Make it red.' },
    ],
  },
});
const gemini = (to: Dialect) => ({
  from: 'gemini-generate' as const,
  to,
  body: {
    contents: [
      { role: 'user', parts: [{ text: 'Draw a cat.' }] },
      { role: 'model', parts: [{ inlineData }] },
      { role: 'user', parts: [{ text: 'Make it red.' }] },
    ],
  },
});

describe('an image that the model made', () => {
  it('stays in its turn at Gemini, which can change it', () => {
    const sent = sendUpstream(chat('gemini-generate'));
    expect(sent.contents?.[1]).toEqual({
      role: 'model',
      parts: [{ text: 'Here.' }, { inlineData }],
    });
    expect(warningsOf(chat('gemini-generate'))).toEqual([]);
  });

  it('is sent back by a responses client, too, with the type of its bytes', () => {
    const sent = sendUpstream(responses('gemini-generate', 'AAAA'));
    expect(sent.contents?.[1]).toEqual({
      role: 'model',
      parts: [{ text: 'Here.' }, { inlineData }],
    });
    expect(warningsOf(responses('gemini-generate', 'AAAA'))).toEqual([]);
    const claude = sendUpstream(responses('anthropic-messages', '/9j/4AAQ')).messages;
    expect(claude?.[2]?.content?.[1]?.source).toEqual({
      type: 'base64',
      media_type: 'image/jpeg',
      data: '/9j/4AAQ',
    });
  });

  it('without its bytes is left out, with a warning', () => {
    const input = responses('gemini-generate', '');
    expect(sendUpstream(input).contents?.[1]?.parts).toEqual([{ text: 'Here.' }]);
    expect(warningsOf(input)).toEqual(['unknown;dropped']);
  });

  it('is shown to other vendors by the user, with a warning', () => {
    const label = { type: 'text', text: '[image of the answer above]' };
    const next = { type: 'text', text: 'Make it red.' };
    const sent = sendUpstream(gemini('openai-chat'));
    expect(sent.messages?.[1]?.content).toEqual([label, image, next]);
    expect(warningsOf(gemini('openai-chat'))).toEqual(['assistant_image;approximated']);
    const items = sendUpstream(gemini('openai-responses')).input;
    expect(items?.[1]?.content?.[1]).toMatchObject({ type: 'input_image', image_url: url });
    const claude = sendUpstream(chat('anthropic-messages')).messages;
    expect(claude?.[1]?.content).toEqual([{ type: 'text', text: 'Here.' }]);
    expect(claude?.[2]?.content?.[1]?.source?.data).toBe('AAAA');
  });
});
