import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import type { EnvelopeKind } from '../ir/call-kind.ts';
import { readRequest } from './request.ts';

const estimate = (body: object, kind: EnvelopeKind = 'chat') => {
  const result = readRequest(kind, encodeText(JSON.stringify({ model: 'm', ...body })));
  if (!result.ok) throw new Error(result.fault.message);
  return result.request.promptTokensEstimate;
};
const content = (...parts: object[]) => estimate({ messages: [{ role: 'user', content: parts }] });
const base64 = `data:image/png;base64,${'iVBORw0KGgo'.repeat(20_000)}`;

describe('promptTokensEstimate', () => {
  it('slightly over-estimates a plain chat', () => {
    // 9 + 11 tokens of text and 3 to 4 per message: 27 by OpenAI's own count.
    const tokens = estimate({
      messages: [
        { role: 'system', content: 'You are a helpful assistant who answers briefly.' },
        { role: 'user', content: 'What is the capital city of France, please tell me?' },
      ],
    });
    expect(tokens).toBeGreaterThanOrEqual(27);
    expect(tokens).toBeLessThan(27 * 1.6);
  });

  it('never counts the bytes of media as text', () => {
    const text = { type: 'text', text: 'look' };
    expect(content(text, { type: 'image_url', image_url: { url: base64 } })).toBeLessThan(1_500);
    expect(
      content(text, { type: 'image_url', image_url: { url: base64, detail: 'low' } }),
    ).toBeLessThan(200);
    expect(
      content(text, {
        type: 'input_audio',
        input_audio: { data: 'A'.repeat(500_000), format: 'wav' },
      }),
    ).toBeLessThan(800);
    expect(content(text, { type: 'file', file: { file_data: base64 } })).toBeLessThan(7_000);
    expect(content(text, { type: 'something_new', thing: base64 })).toBeLessThan(1_500);
  });

  it('counts a data URL as text if the model reads it as text', () => {
    const many = 50_000;
    const user = (message: object) => estimate({ messages: [{ role: 'user', ...message }] });
    expect(user({ content: base64 })).toBeGreaterThan(many);
    expect(content({ type: 'text', text: base64 })).toBeGreaterThan(many);
    expect(estimate({ input: [base64] }, 'embeddings')).toBeGreaterThan(many);
    const tool = { type: 'function', function: { name: 'f', parameters: { data: base64 } } };
    expect(estimate({ messages: [], tools: [tool] })).toBeGreaterThan(many);
    const escaped = `{"model":"m","messages":[{"role":"user","\\u0063ontent":"${base64}"}]}`;
    const result = readRequest('chat', encodeText(escaped));
    expect(result.ok && result.request.promptTokensEstimate).toBeGreaterThan(many);
  });

  it('is not fooled by text that is blank where it is sampled', () => {
    const blank = `${' '.repeat(96)}${'日本'.repeat(16)}`.repeat(400);
    expect(content({ type: 'text', text: blank })).toBeGreaterThan(blank.length / 10);
    expect(content({ type: 'text', text: ' '.repeat(100_000) })).toBeGreaterThan(10_000);
  });

  it('gives a long conversation the sum of its turns', () => {
    const turn = { role: 'user', content: 'Some words, 好的 and a number 42.\n'.repeat(20) };
    const one = estimate({ messages: [turn] });
    const many = estimate({ messages: Array.from({ length: 200 }, () => turn) }) / 200;
    expect(many / one).toBeGreaterThan(0.85);
    expect(many / one).toBeLessThan(1.15);
  });

  it('reserves something for every image, audio and file', () => {
    expect(
      content({ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }),
    ).toBeGreaterThan(700);
    expect(
      content({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }),
    ).toBeGreaterThan(250);
    expect(content({ type: 'file', file: { file_id: 'file-1' } })).toBeGreaterThan(4_000);
  });

  it('counts tools, schemas and earlier tool calls', () => {
    const messages = [{ role: 'user', content: 'hi' }];
    const plain = estimate({ messages });
    const tool = {
      type: 'function',
      function: {
        name: 'get_weather',
        description: 'Weather of a city',
        parameters: { type: 'object', properties: { city: { type: 'string' } } },
      },
    };
    expect(estimate({ messages, tools: [tool] }) - plain).toBeGreaterThan(30);
    expect(estimate({ messages, tools: [tool, tool] })).toBeGreaterThan(
      estimate({ messages, tools: [tool] }) + 30,
    );
    expect(
      estimate({
        messages,
        response_format: { type: 'json_schema', json_schema: { schema: tool } },
      }),
    ).toBeGreaterThan(plain + 30);
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'f', arguments: '{"city":"Paris"}' },
    };
    expect(
      estimate({
        messages: [...messages, { role: 'assistant', content: null, tool_calls: [call] }],
      }),
    ).toBeGreaterThan(plain + 15);
  });

  it('counts token ids exactly', () => {
    expect(estimate({ input: [1, 2, 3, 4] }, 'embeddings')).toBeGreaterThanOrEqual(5);
    const lists = estimate({ prompt: [Array.from({ length: 100 }, () => 7), [1]] }, 'completions');
    expect(lists).toBeGreaterThanOrEqual(101);
    expect(lists).toBeLessThan(130);
  });

  it('counts every input of a batch', () => {
    const one = estimate({ input: ['some words to embed'] }, 'embeddings');
    const ten = estimate(
      { input: Array.from({ length: 10 }, () => 'some words to embed') },
      'embeddings',
    );
    expect(ten).toBeGreaterThan(one * 6);
  });
});
