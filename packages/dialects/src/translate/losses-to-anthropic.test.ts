import { describe, expect, it } from 'vitest';
import {
  lossesOf,
  receiveAnswer,
  receiveStream,
  sendUpstream,
  type CallOptions,
} from '../testing/translate-call.ts';

/** The known losses of other gateways between OpenAI chat clients and Anthropic upstreams. */
const chat = (body: object, model = 'claude-sonnet-4-5'): CallOptions => ({
  from: 'openai-chat',
  to: 'anthropic-messages',
  model,
  body: { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...body },
});
const tool = (name: string, parameters?: object) => ({
  type: 'function',
  function: { name, parameters },
});
const message = (content: object[], stopReason = 'end_turn') => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content,
  stop_reason: stopReason,
  usage: { input_tokens: 5, output_tokens: 7 },
});

describe('an OpenAI chat request at an Anthropic upstream', () => {
  it('loss 1: keeps tools without parameters, tool choice, parallel flag, schema and user', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    };
    const sent = sendUpstream(
      chat({
        tools: [
          tool('now'),
          tool('get', { type: 'object', properties: { a: { type: 'string' } } }),
        ],
        tool_choice: { type: 'function', function: { name: 'now' } },
        parallel_tool_calls: false,
        response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
        user: 'user-7',
      }),
    );
    expect(sent).toMatchObject({
      tools: [{ name: 'now', input_schema: { type: 'object', properties: {} } }, { name: 'get' }],
      tool_choice: { type: 'tool', name: 'now', disable_parallel_tool_use: true },
      output_config: { format: { type: 'json_schema', schema } },
      metadata: { user_id: 'user-7' },
    });
  });

  it('loss 2: merges neighbours of a role as blocks and sends no made-up words', () => {
    const messages = [
      { role: 'user', content: 'One' },
      { role: 'user', content: [{ type: 'text', text: 'Two' }] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'now', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'noon' },
      { role: 'user', content: 'Three' },
    ];
    expect(sendUpstream(chat({ messages })).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'One' },
          { type: 'text', text: 'Two' },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'now', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'noon' }] },
          { type: 'text', text: 'Three' },
        ],
      },
    ]);
    const first = sendUpstream(
      chat({ messages: [{ role: 'assistant', content: 'Hello' }, ...messages] }),
    );
    expect(first.messages?.[0]?.role).toBe('user');
  });

  it('loss 3: keeps every system and developer message', () => {
    const messages = [
      { role: 'system', content: 'A' },
      { role: 'developer', content: [{ type: 'text', text: 'B' }] },
      { role: 'user', content: 'Hi' },
      { role: 'system', content: 'C' },
      { role: 'user', content: 'Ho' },
    ];
    const sent = sendUpstream(chat({ messages }));
    expect(sent.system).toEqual(['A', 'B', 'C'].map((text) => ({ type: 'text', text })));
    expect(lossesOf(chat({ messages }))).toEqual(['system_position;approximated']);
  });

  it('loss 4: puts the results of parallel calls into one user message, results first', () => {
    const call = (id: string) => ({
      id,
      type: 'function',
      function: { name: 'now', arguments: '{}' },
    });
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'tool', tool_call_id: 'b', content: '2' },
    ];
    const sent = sendUpstream(chat({ messages })).messages;
    expect(sent).toHaveLength(3);
    expect(sent?.[2]).toMatchObject({
      role: 'user',
      content: [{ tool_use_id: 'a' }, { tool_use_id: 'b' }],
    });
  });

  it('loss 5: keeps calls with empty or odd arguments, so that no result is orphaned', () => {
    const call = (id: string, args: string) => ({
      id,
      type: 'function',
      function: { name: 'now', arguments: args },
    });
    const messages = [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [call('a', ''), call('b', '[1]'), call('c', '{"x":1}')],
      },
    ];
    expect(sendUpstream(chat({ messages })).messages?.[1]?.content).toEqual([
      { type: 'tool_use', id: 'a', name: 'now', input: {} },
      { type: 'tool_use', id: 'b', name: 'now', input: { arguments: [1] } },
      { type: 'tool_use', id: 'c', name: 'now', input: { x: 1 } },
    ]);
    expect(lossesOf(chat({ messages }))).toContain('tool_arguments;approximated');
  });

  it('loss 6: sends images by address as addresses and inline ones with their own type', () => {
    const url = 'https://example.com/a.png';
    const content = [
      { type: 'image_url', image_url: { url } },
      { type: 'image_url', image_url: { url: 'data:image/webp;base64,AAAA' } },
    ];
    expect(
      sendUpstream(chat({ messages: [{ role: 'user', content }] })).messages?.[0]?.content,
    ).toEqual([
      { type: 'image', source: { type: 'url', url } },
      { type: 'image', source: { type: 'base64', media_type: 'image/webp', data: 'AAAA' } },
    ]);
  });

  it('loss 7: sends one stop text or several as stop sequences', () => {
    expect(sendUpstream(chat({ stop: '###' })).stop_sequences).toEqual(['###']);
    expect(sendUpstream(chat({ stop: ['a', 'b'] })).stop_sequences).toEqual(['a', 'b']);
  });
});

describe('an Anthropic answer for an OpenAI chat client', () => {
  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['tool_use', 'tool_calls'],
    ['refusal', 'content_filter'],
    ['pause_turn', 'stop'],
  ])('loss 8: tells %s as %s', (reason, finish) => {
    const answer = receiveAnswer(chat({}), message([{ type: 'text', text: 'x' }], reason));
    expect(answer.choices?.[0]?.finish_reason).toBe(finish);
  });

  const STREAM = [
    {
      type: 'message_start',
      message: {
        id: 'm',
        model: 'c',
        usage: {
          input_tokens: 5,
          cache_read_input_tokens: 100,
          cache_creation_input_tokens: 50,
          output_tokens: 1,
        },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'signature_delta', signature: 'c2ln' },
    },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'redacted_thinking', data: 'cmVk' },
    },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'Yes' } },
    { type: 'content_block_stop', index: 2 },
    {
      type: 'content_block_start',
      index: 3,
      content_block: { type: 'tool_use', id: 'a', name: 'one', input: {} },
    },
    {
      type: 'content_block_delta',
      index: 3,
      delta: { type: 'input_json_delta', partial_json: '{"x":1}' },
    },
    { type: 'content_block_stop', index: 3 },
    {
      type: 'content_block_start',
      index: 4,
      content_block: { type: 'tool_use', id: 'b', name: 'two', input: {} },
    },
    { type: 'content_block_stop', index: 4 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ];
  const chunks = receiveStream(
    chat({ stream: true, stream_options: { include_usage: true } }),
    STREAM,
  );

  it('loss 9: streams everything as choice 0 and numbers parallel calls', () => {
    const choices = chunks.flatMap((chunk) => [...(chunk.choices ?? [])]);
    expect(choices.every(({ index }) => Number(index) === 0)).toBe(true);
    const calls = choices.flatMap(({ delta }) => [...(delta?.tool_calls ?? [])]);
    expect(calls.map(({ index, id }) => [index, id])).toEqual([
      [0, 'a'],
      [0, undefined],
      [1, 'b'],
      [1, undefined],
    ]);
    expect(calls[3]?.function?.arguments).toBe('{}');
  });

  it('loss 10: keeps signatures and redacted thoughts, and no line break in the thoughts', () => {
    const deltas = chunks.flatMap((chunk) => [...(chunk.choices ?? [])]).map(({ delta }) => delta);
    const text = deltas.map((delta) => delta?.reasoning_content ?? '').join('');
    expect(text).toBe('Hm');
    const details = deltas.flatMap((delta) => [...(delta?.reasoning_details ?? [])]);
    expect(details).toMatchObject([
      { type: 'reasoning.text', text: 'Hm', signature: expect.stringContaining('c2ln') },
      { type: 'reasoning.encrypted', data: expect.stringContaining('cmVk') },
    ]);
  });

  it('loss 11: joins all text blocks', () => {
    const content = [
      { type: 'text', text: 'One.' },
      { type: 'text', text: '\n\nTwo.' },
    ];
    expect(receiveAnswer(chat({}), message(content)).choices?.[0]?.message?.content).toBe(
      'One.\n\nTwo.',
    );
  });

  it('loss 12: reports cached and cache-write tokens as part of the prompt', () => {
    expect(chunks.at(-1)?.usage).toMatchObject({
      prompt_tokens: 155,
      completion_tokens: 9,
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 50 },
    });
  });
});
