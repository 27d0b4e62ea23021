import { expect, test } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { parseJson } from '../json/parse-json.ts';
import { readCall } from './client-call.ts';

const read = (body: object) =>
  readCall({ dialect: 'openai-chat', bytes: encodeText(JSON.stringify(body)) });

/** The shape in which Cursor calls the chat endpoint. */
const CURSOR = {
  model: 'gpt-5',
  input: [
    { role: 'system', content: 'You are a coding agent.' },
    { role: 'user', content: [{ type: 'input_text', text: 'List the files.' }] },
    { type: 'function_call', call_id: 'call_1', name: 'list', arguments: '{"path":"."}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'a.ts' },
  ],
  tools: [
    {
      type: 'function',
      name: 'list',
      description: 'Lists a folder.',
      parameters: { type: 'object', properties: { path: { type: 'string' } } },
      strict: false,
    },
  ],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  reasoning: { effort: 'medium', summary: 'auto' },
  include: ['reasoning.encrypted_content'],
  text: { verbosity: 'low' },
  store: false,
  stream: true,
  stream_options: { include_usage: true },
  max_output_tokens: 500,
};

test('a responses body at the chat endpoint is read as the chat that it means', () => {
  const result = read(CURSOR);
  if (!result.ok) throw new Error(result.fault.message);
  const { request, dialect } = result.call;
  expect(dialect).toBe('openai-chat');
  expect(request).toMatchObject({ model: 'gpt-5', stream: true, includeUsage: true });
  expect(request.maxOutputTokens).toBe(500);
  expect(parseJson(request.bytes)).toMatchObject({
    model: 'gpt-5',
    messages: [
      { role: expect.stringMatching('system|developer') as string },
      { role: 'user' },
      {
        role: 'assistant',
        tool_calls: [
          { id: 'call_1', function: { name: 'list', arguments: '{"path":"."}' }, type: 'function' },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'a.ts' },
    ],
    tools: [{ type: 'function', function: { name: 'list', description: 'Lists a folder.' } }],
    stream: true,
    stream_options: { include_usage: true },
    reasoning_effort: 'medium',
    verbosity: 'low',
    max_completion_tokens: 500,
  });
});

test.each([
  [{ ...CURSOR, previous_response_id: 'resp_1' }, 'previous_response_id'],
  [{ ...CURSOR, max_output_tokens: 0 }, /max_(?:completion_|output_)?tokens/],
  [{ ...CURSOR, input: 7 }, 'input'],
  [
    { ...CURSOR, tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] },
    'code_interpreter',
  ],
  [{ model: 'gpt-5' }, 'messages'],
])('what a chat cannot express is refused: %#', (body, named) => {
  const result = read(body);
  expect(result.ok ? result : `${result.fault.param} ${result.fault.message}`).toMatch(named);
});
