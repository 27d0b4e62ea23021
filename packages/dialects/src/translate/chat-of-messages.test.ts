import { expect, test } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { parseJson } from '../json/parse-json.ts';
import { readCall } from './client-call.ts';

const SCHEMA = { type: 'object', properties: { path: { type: 'string' } } };
/** The shape in which Cursor calls the chat endpoint for a model named after Claude. */
const CURSOR = {
  model: 'claude-sonnet-4',
  messages: [
    { role: 'system', content: 'You are a coding agent.' },
    { role: 'user', content: [{ type: 'text', text: 'Read a.ts.' }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'text', text: 'Sure.' },
        { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a.ts' } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: [
            { type: 'text', text: 'x = 1' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
          ],
        },
        { type: 'text', text: 'And now?' },
      ],
    },
  ],
  tools: [{ name: 'read', description: 'Reads a file.', input_schema: SCHEMA }],
  tool_choice: { type: 'any' },
  max_tokens: 500,
};

const sent = (body: object) => {
  const bytes = encodeText(JSON.stringify(body));
  const result = readCall({ dialect: 'openai-chat', bytes });
  if (!result.ok) throw new Error(result.fault.message);
  return parseJson(result.call.request.bytes);
};

test('tools, calls and results in the form of Anthropic become those of a chat', () => {
  expect(sent(CURSOR)).toEqual({
    model: 'claude-sonnet-4',
    messages: [
      { role: 'system', content: 'You are a coding agent.' },
      { role: 'user', content: [{ type: 'text', text: 'Read a.ts.' }] },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'Sure.' }],
        tool_calls: [
          {
            id: 'toolu_1',
            type: 'function',
            function: { name: 'read', arguments: '{"path":"a.ts"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'toolu_1', content: 'x = 1' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
          { type: 'text', text: 'And now?' },
        ],
      },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'read', description: 'Reads a file.', parameters: SCHEMA },
      },
    ],
    tool_choice: 'required',
    max_tokens: 500,
  });
});

test('a chat whose tools only mention such a schema, and of other models, stays as it is', () => {
  const parameters = { type: 'object', properties: { input_schema: { type: 'object' } } };
  const chat = { ...CURSOR, tools: [{ type: 'function', function: { name: 'x', parameters } }] };
  expect(sent(chat)).toEqual(chat);
  const other = { ...CURSOR, model: 'gpt-4o' };
  expect(sent(other)).toEqual(other);
});
