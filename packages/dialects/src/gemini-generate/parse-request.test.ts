import { describe, expect, it } from 'vitest';
import { sendUpstream } from '../testing/translate-call.ts';
import { encodeSignature } from '../ir/seal.ts';

const chunk = (part: object) => ({ role: 'model', parts: [part] });
const user = (...parts: object[]) => ({ role: 'user', parts });
const call = (city: string) => ({ functionCall: { id: city, name: 'f', args: { city } } });
const result = (city: string) => ({
  functionResponse: { id: city, name: 'f', response: { output: `sunny in ${city}` } },
});

/** What google-genai's chats send after streams: a content for each chunk. */
const bodyOf = (thoughtSignature: string) => ({
  contents: [
    user({ text: 'Weather?' }),
    chunk({ text: 'I ', thought: true }),
    chunk({ text: 'see', thought: true }),
    chunk({ text: '', thought: true, thoughtSignature }),
    chunk(call('A')),
    chunk(call('B')),
    chunk({ text: '' }),
    user(result('A'), result('B')),
    chunk({ text: 'Sun' }),
    chunk({ text: 'ny.' }),
    chunk({ text: '' }),
    user({ text: 'Thanks' }),
  ],
});

describe('the chunks of a stream, sent back as one content each', () => {
  it('are one response with its whole thought for Anthropic', () => {
    const signature = encodeSignature(
      { by: 'anthropic-messages', value: 'EqQB' },
      'gemini-generate',
    );
    const sent = sendUpstream({
      from: 'gemini-generate',
      to: 'anthropic-messages',
      body: bodyOf(signature),
    });
    expect(sent['messages']?.map((message) => message['content'])).toEqual([
      [{ type: 'text', text: 'Weather?' }],
      [
        { type: 'thinking', thinking: 'I see', signature: 'EqQB' },
        { type: 'tool_use', id: 'A', name: 'f', input: { city: 'A' } },
        { type: 'tool_use', id: 'B', name: 'f', input: { city: 'B' } },
      ],
      [
        expect.objectContaining({ type: 'tool_result', tool_use_id: 'A' }),
        expect.objectContaining({ type: 'tool_result', tool_use_id: 'B' }),
      ],
      [{ type: 'text', text: 'Sunny.' }],
      [{ type: 'text', text: 'Thanks' }],
    ]);
  });

  it('are one message each response for chat completions', () => {
    const sent = sendUpstream({
      from: 'gemini-generate',
      to: 'openai-chat',
      body: bodyOf(''),
    });
    expect(sent['messages']?.map((message) => [message['role'], message['content']])).toEqual([
      ['user', 'Weather?'],
      ['assistant', null],
      ['tool', 'sunny in A'],
      ['tool', 'sunny in B'],
      ['assistant', 'Sunny.'],
      ['user', 'Thanks'],
    ]);
  });
});

it.each(['minimal', 'low', 'medium', 'high', 'xhigh'])(
  'the thinking level %s reaches other vendors',
  (level) => {
    const sent = sendUpstream({
      from: 'gemini-generate',
      to: 'openai-chat',
      model: 'grok-x',
      body: {
        contents: [user({ text: 'Hi' })],
        generationConfig: { thinkingConfig: { thinkingLevel: level.toUpperCase() } },
      },
    });
    expect(sent.reasoning_effort).toBe(level);
  },
);

it('a choice among texts is not asked for as JSON, whose quotes its client does not expect', () => {
  const responseSchema = { type: 'STRING', enum: ['Percussion', 'String'] };
  const sent = sendUpstream({
    from: 'gemini-generate',
    to: 'openai-chat',
    body: {
      contents: [user({ text: 'Guitar?' })],
      generationConfig: { responseMimeType: 'text/x.enum', responseSchema },
    },
  });
  expect(sent).not.toHaveProperty('response_format');
  expect(sent.messages?.[0]).toEqual({
    role: 'system',
    content: 'Answer with one of these lines and nothing else:\nPercussion\nString',
  });
});

it('media in the base64 of google-genai for Python reach other vendors in the one they accept', () => {
  const inline = (data: string) => ({ inlineData: { data, mime_type: 'image/png' } });
  const { messages } = sendUpstream({
    from: 'gemini-generate',
    to: 'anthropic-messages',
    body: {
      contents: [
        user(inline('iVBOR_v__v_-'), inline('iVBORw')),
        chunk(call('A')),
        user({ functionResponse: { ...result('A').functionResponse, parts: [inline('_-8=')] } }),
      ],
    },
  });
  const [first, , last] = messages ?? [];
  expect(first?.content?.map(({ source }) => source?.data)).toEqual(['iVBOR/v//v/+', 'iVBORw==']);
  expect(last?.content?.[0]?.content?.[1]?.source?.data).toBe('/+8=');
});
