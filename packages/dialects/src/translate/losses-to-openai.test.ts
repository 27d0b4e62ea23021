import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import {
  lossesOf,
  receiveAnswer,
  receiveStream,
  sendUpstream,
  translationOf,
  type CallOptions,
  type Json,
} from '../testing/translate-call.ts';

/** The known losses of other gateways between Anthropic clients and OpenAI chat upstreams. */
const messages = (body: object, model = 'gpt-4o'): CallOptions => ({
  from: 'anthropic-messages',
  to: 'openai-chat',
  model,
  body: { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }], ...body },
});
const completion = (message: object, finishReason: string) => ({
  id: 'chatcmpl-1',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason }],
  usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
});

describe('a stream that breaks', () => {
  it('loss 13: is one fault and ends there: nothing is appended to what was sent', () => {
    const stream = translationOf({
      ...messages({ stream: true }),
      from: 'anthropic-messages',
    }).openStream();
    const chunk = { id: 'c', choices: [{ index: 0, delta: { content: 'Half' } }] };
    const bytes = `data: ${JSON.stringify(chunk)}\n\ndata: {"error":{"message":"overloaded","type":"server_error"}}\n\n`;
    const sent = stream.push(encodeText(bytes + bytes)).map(String);
    const end = stream.end();
    expect(sent).toHaveLength(1);
    expect(end).toMatchObject({
      complete: false,
      contentDelivered: true,
      fault: { kind: 'overload' },
    });
    expect(end.tail).toHaveLength(0);
  });
});

describe('an Anthropic request at an OpenAI chat upstream', () => {
  it('loss 14: joins no types: a system prompt of blocks keeps its texts', () => {
    const system = [
      { type: 'text', text: 'Be kind.' },
      { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
    ];
    expect(sendUpstream(messages({ system })).messages?.[0]).toEqual({
      role: 'system',
      content: [
        { type: 'text', text: 'Be kind.' },
        { type: 'text', text: 'Be brief.' },
      ],
    });
  });

  it('loss 15: keeps tool choice, user, effort, image addresses and documents; tells the rest', () => {
    const body = {
      top_k: 5,
      thinking: { type: 'enabled', budget_tokens: 10_000 },
      metadata: { user_id: 'u1' },
      tools: [{ name: 'now', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      system: [{ type: 'text', text: 'S', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
            {
              type: 'document',
              title: 'T.pdf',
              source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' },
            },
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Plain' } },
          ],
        },
      ],
    };
    const call = messages(body, 'gpt-6-sol');
    const sent = sendUpstream(call);
    expect(sent).toMatchObject({
      tool_choice: 'required',
      parallel_tool_calls: false,
      user: 'u1',
      reasoning_effort: 'medium',
      max_completion_tokens: 100,
    });
    expect(sent.messages?.[1]?.content).toEqual([
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      { type: 'file', file: { filename: 'T.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
      { type: 'text', text: 'Plain' },
    ]);
    expect(lossesOf(call).toSorted()).toEqual([
      'cache_control;dropped',
      'reasoning;approximated',
      'top_k;dropped',
    ]);
  });

  it('loss 16: keeps text beside a call, and errors and images of results', () => {
    const body = {
      messages: [
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Looking.' },
            { type: 'tool_use', id: 'a', name: 'now', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'a',
              is_error: true,
              content: [
                { type: 'text', text: 'broken' },
                {
                  type: 'image',
                  source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
                },
              ],
            },
          ],
        },
      ],
    };
    const sent = sendUpstream(messages(body)).messages;
    expect(sent?.[1]).toMatchObject({
      content: 'Looking.',
      tool_calls: [{ id: 'a', function: { arguments: '{}' } }],
    });
    expect(sent?.[2]).toMatchObject({
      role: 'tool',
      tool_call_id: 'a',
      content: [{ text: '[error]' }, { text: 'broken' }],
    });
    expect(JSON.stringify(sent?.[3])).toContain('data:image/png;base64,AAAA');
    expect(lossesOf(messages(body))).toEqual([
      'tool_result_media;approximated',
      'tool_result_error;approximated',
    ]);
  });
});

describe('an OpenAI chat answer for an Anthropic client', () => {
  it('loss 17: keeps every call with its id, the text and thoughts beside them, and the finish', () => {
    const call = (id: string) => ({
      id,
      type: 'function',
      function: { name: 'now', arguments: '{"x":1}' },
    });
    const message = {
      content: 'Looking.',
      reasoning_content: 'Hm',
      tool_calls: [call('a'), call('b')],
    };
    expect(receiveAnswer(messages({}), completion(message, 'tool_calls'))).toMatchObject({
      content: [
        { type: 'thinking', thinking: 'Hm' },
        { type: 'text', text: 'Looking.' },
        { type: 'tool_use', id: 'a', input: { x: 1 } },
        { type: 'tool_use', id: 'b', input: { x: 1 } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 5, output_tokens: 7 },
    });
    const cut = receiveAnswer(messages({}), completion({ content: 'Once' }, 'length'));
    expect(cut.stop_reason).toBe('max_tokens');
  });

  it('loss 18: streams the first and the last content, every call of a chunk, and always a delta', () => {
    const delta = (members: object, finish: string | null = null) => ({
      id: 'c',
      choices: [{ index: 0, delta: members, finish_reason: finish }],
    });
    const call = (index: number, id: string, args: string) => ({
      index,
      id,
      type: 'function',
      function: { name: 'now', arguments: args },
    });
    const events = receiveStream(messages({ stream: true }), [
      delta({ role: 'assistant', content: 'First' }),
      delta({ tool_calls: [call(0, 'a', '{"x":'), call(1, 'b', '{"y":')] }),
      delta({
        tool_calls: [
          { index: 0, function: { arguments: '1}' } },
          { index: 1, function: { arguments: '2}' } },
        ],
      }),
      delta({ content: 'last' }, 'tool_calls'),
    ]);
    expect(
      events.map(({ type }) => type).filter((type) => String(type) !== 'content_block_delta'),
    ).toEqual([
      'message_start',
      'ping',
      ...Array.from({ length: 4 }).flatMap(() => ['content_block_start', 'content_block_stop']),
      'message_delta',
      'message_stop',
    ]);
    expect(inputsOf(events)).toEqual(['First', '{"x":1}', '{"y":2}', 'last']);
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' } });
  });
});

/** What was streamed into each block. */
function inputsOf(events: readonly Json[]): string[] {
  const blocks: string[] = [];
  for (const { type, index, delta } of events) {
    if (String(type) !== 'content_block_delta') continue;
    const at = Number(index);
    blocks[at] = (blocks[at] ?? '') + String(delta?.text ?? delta?.partial_json ?? '');
  }
  return blocks;
}

describe('an OpenAI chat request at an OpenAI chat upstream', () => {
  const call = (body: object, model = 'asked'): CallOptions => ({
    from: 'openai-chat',
    to: 'openai-chat',
    model,
    body: { model: 'asked', messages: [{ role: 'user', content: 'Hi' }], ...body },
  });

  it('loss 25: is sent as it came: no parameter moved, no role renamed, no stream option removed', () => {
    const body = {
      max_tokens: 5,
      temperature: 0.5,
      stream: true,
      stream_options: { include_usage: true, x: 1 },
      unknown: { a: [1.5] },
    };
    const { passesThrough, losses } = translationOf(call(body));
    expect({ passesThrough, losses }).toEqual({ passesThrough: true, losses: [] });
    expect(sendUpstream(call(body))).toEqual(call(body).body);
    expect(sendUpstream(call(body, 'o4-mini'))).toEqual({ ...call(body).body, model: 'o4-mini' });
  });

  it('loss 26: answers come as they were sent, thoughts beside the text and unknown fields kept', () => {
    const answer = {
      ...completion({ content: 'x', reasoning_content: 'Hm', odd: 1 }, 'stop'),
      extra: [1],
    };
    expect(receiveAnswer(call({}), answer)).toEqual(answer);
  });
});
