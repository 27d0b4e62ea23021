import { describe, expect, it } from 'vitest';
import { sendUpstream } from '../testing/translate-call.ts';

const INSTRUCTION = 'Answer with one JSON object and nothing else.';
const geminiCall = (text: string) => ({
  contents: [{ role: 'user', parts: [{ text }] }],
  generationConfig: { responseMimeType: 'application/json' },
});
const chatCall = (system: string) => ({
  model: 'm',
  messages: [
    { role: 'system', content: system },
    { role: 'user', content: 'Name three colours.' },
  ],
  response_format: { type: 'json_object' },
});

describe('a request for JSON whose prompt does not mention it, as OpenAI requires', () => {
  it('is completed in the system prompt of chat completions', () => {
    const send = (text: string) =>
      sendUpstream({ from: 'gemini-generate', to: 'openai-chat', body: geminiCall(text) }).messages;
    expect(send('Name three colours.')).toEqual([
      { role: 'system', content: INSTRUCTION },
      { role: 'user', content: 'Name three colours.' },
    ]);
    expect(send('Colours as Json.')).toHaveLength(1);
  });

  it('is completed in the input of responses, where the instructions do not count', () => {
    const sent = sendUpstream({
      from: 'openai-chat',
      to: 'openai-responses',
      body: chatCall('Answer in JSON.'),
    });
    expect(sent.instructions).toBe('Answer in JSON.');
    expect(sent.input?.[0]).toEqual({
      type: 'message',
      role: 'developer',
      content: [{ type: 'input_text', text: INSTRUCTION }],
    });
    expect(sent.input?.[1]?.role).toBe('user');
  });
});
