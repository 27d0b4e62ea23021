import { describe, expect, test } from 'vitest';
import { readRequestMessages, readResponseText } from './read-messages.ts';

describe('the messages of a request', () => {
  test.each([
    [
      'chat',
      {
        messages: [
          { role: 'system', content: 'be kind' },
          { role: 'user', content: 'hi' },
        ],
      },
    ],
    [
      'messages',
      { system: 'be kind', messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] },
    ],
    [
      'responses',
      { instructions: 'be kind', input: [{ role: 'user', content: [{ text: 'hi' }] }], role: '' },
    ],
    ['responses with a text', { instructions: 'be kind', input: 'hi' }],
    [
      'gemini',
      {
        systemInstruction: { parts: [{ text: 'be kind' }] },
        contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      },
    ],
  ])('are parsed in the dialect of %s', (_dialect, body) => {
    expect(readRequestMessages(JSON.stringify(body))).toEqual([
      { role: 'system', text: 'be kind' },
      { role: 'user', text: 'hi' },
    ]);
  });

  test('include the tools that are called, with their arguments', () => {
    const called = { function: { name: 'look_up', arguments: '{"city":"Ulm"}' } };
    const messages = [{ role: 'assistant', content: null, tool_calls: [called] }];
    expect(readRequestMessages(JSON.stringify({ messages }))).toEqual([
      { role: 'assistant', text: 'look_up({"city":"Ulm"})' },
    ]);
  });

  test.each(['', '{"messages": [{"role"', '[]', 'null', '{"messages":[null,1]}'])(
    'are empty for %j',
    (body) => {
      expect(readRequestMessages(body)).toEqual([]);
    },
  );
});

describe('the text of a response', () => {
  const events = (...list: object[]) =>
    list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') + 'data: [DONE]\n\n';
  test.each([
    ['whole chat', JSON.stringify({ choices: [{ message: { content: 'hello' } }] })],
    [
      'chat',
      events(
        { choices: [{ delta: { content: 'hel' } }] },
        { choices: [{ delta: { content: 'lo' } }] },
      ),
    ],
    ['whole message', JSON.stringify({ content: [{ type: 'text', text: 'hello' }] })],
    [
      'message',
      events({ type: 'content_block_delta', delta: { text: 'hello' } }, { type: 'ping' }),
    ],
    ['whole response', JSON.stringify({ output: [{ content: [{ text: 'hello' }] }] })],
    ['response', events({ type: 'response.output_text.delta', delta: 'hello' })],
    ['gemini', events({ candidates: [{ content: { parts: [{ text: 'hello' }] } }] })],
    [
      'gemini array',
      JSON.stringify([{ candidates: [{ content: { parts: [{ text: 'hello' }] } }] }]),
    ],
    ['error', JSON.stringify({ error: { message: 'hello' } })],
  ])('is parsed from the %s format', (_form, body) => {
    expect(readResponseText(body)).toBe('hello');
  });

  test('is empty if the format is unknown', () => {
    expect(['', 'no JSON', '[1, null]', 'data: {'].map(readResponseText)).toEqual(['', '', '', '']);
  });
});
