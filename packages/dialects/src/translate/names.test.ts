import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import {
  warningsOf,
  receiveResponse,
  receiveStream,
  sendUpstream,
  type CallOptions,
} from '../testing/translate-call.ts';

const LONG = `mcp__${'a-very-long-server-name-'.repeat(3)}__list.items`;
const ID = `toolu_${'x'.repeat(60)}`;
const claudeCode = (to: Dialect, body: object = {}): CallOptions => ({
  from: 'anthropic-messages',
  to,
  body: {
    model: 'm',
    max_tokens: 100,
    tools: [{ name: LONG, input_schema: { type: 'object', properties: {} } }],
    tool_choice: { type: 'tool', name: LONG },
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'tool_use', id: ID, name: LONG, input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: ID, content: 'ok' }] },
    ],
    ...body,
  },
});

describe('names and ids that a provider would refuse', () => {
  it('of tools are shortened consistently in a request', () => {
    const sent = sendUpstream(claudeCode('openai-chat'));
    const name = String(sent.tools?.[0]?.function?.name);
    expect(name).toMatch(/^mcp__[\w-]{59}$/);
    expect(sent.tool_choice?.function?.name).toBe(name);
    expect(sent.messages?.[1]?.tool_calls?.[0]?.function?.name).toBe(name);
    const google = sendUpstream(claudeCode('gemini-generate'));
    const declared = String(google.tools?.[0]?.functionDeclarations?.[0]?.name);
    expect(declared.length).toBe(64);
    expect(google.contents?.[2]?.parts?.[0]?.functionResponse?.name).toBe(declared);
  });

  it('of tools are restored for the client, whole and streamed', () => {
    const options = claudeCode('openai-chat');
    const name = String(sendUpstream(options).tools?.[0]?.function?.name);
    const call = { id: 'c', type: 'function', function: { name, arguments: '{}' } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    const response = receiveResponse(options, {
      choices: [{ message, finish_reason: 'tool_calls' }],
    });
    expect(response.content?.[0]).toMatchObject({ type: 'tool_use', name: LONG });
    const delta = { tool_calls: [{ index: 0, ...call }] };
    const events = receiveStream({ ...options, body: { ...options.body, stream: true } }, [
      { id: 'c', choices: [{ index: 0, delta, finish_reason: 'tool_calls' }] },
    ]);
    expect(events.find(({ content_block: block }) => block)?.content_block).toMatchObject({
      name: LONG,
    });
  });

  it('of calls are shortened in call and result alike', () => {
    const { messages } = sendUpstream(claudeCode('openai-chat'));
    const id = String(messages?.[1]?.tool_calls?.[0]?.id);
    expect(id.length).toBeLessThanOrEqual(40);
    expect(messages?.[2]?.tool_call_id).toBe(id);
    const { input } = sendUpstream(claudeCode('openai-responses'));
    expect(String(input?.[1]?.call_id).length).toBeLessThanOrEqual(64);
    expect(input?.[2]?.call_id).toBe(input?.[1]?.call_id);
  });

  it("of users are truncated to OpenAI's limit, with a warning", () => {
    const body = { metadata: { user_id: `user_${'f'.repeat(64)}_account__session_x` } };
    expect(String(sendUpstream(claudeCode('openai-chat', body)).user)).toHaveLength(64);
    expect(warningsOf(claudeCode('openai-responses', body))).toContain('user;approximated');
  });
});

it('names of called tools are fitted in a history whose tools are no longer offered', () => {
  const sent = sendUpstream(claudeCode('openai-chat', { tools: [], tool_choice: undefined }));
  expect(sent.messages?.[1]?.tool_calls?.[0]?.function?.name).toMatch(/^mcp__[\w-]{59}$/);
  const google = sendUpstream(claudeCode('gemini-generate', { tools: [], tool_choice: undefined }));
  const name = google.contents?.[1]?.parts?.[0]?.functionCall?.name;
  expect(String(name).length).toBe(64);
  expect(google.contents?.[2]?.parts?.[0]?.functionResponse?.name).toBe(name);
});
