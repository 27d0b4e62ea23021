import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../ir/dialect.ts';
import { renderWarnings } from '../ir/conversion-warnings.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { RICH_REQUESTS } from '../testing/rich-requests.ts';
import {
  warningsOf,
  receiveResponse,
  receiveStream,
  sendUpstream,
  translationOf,
  tryTranslation,
  type CallOptions,
} from '../testing/translate-call.ts';
import { readCall } from './client-call.ts';
import { openTranslation } from './open-translation.ts';

const root = new URL('../../translations/fixtures/', import.meta.url);
const chat = (body: object, to: Dialect = 'anthropic-messages', model?: string): CallOptions => ({
  from: 'openai-chat',
  to,
  body: { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...body },
  ...(model === undefined ? {} : { model }),
});
const faultOf = (options: CallOptions) => {
  const opened = tryTranslation(options);
  if (opened.ok) throw new Error('was translated');
  return opened.fault;
};

describe('pass-through', () => {
  it.each(DIALECTS)(
    'sends the bytes of a %s client unchanged, whatever they contain',
    (dialect) => {
      const odd = { ...RICH_REQUESTS[dialect], odd: { numbers: [1.5, -0.25e-7], deep: [[[]]] } };
      const bytes = encodeText(` ${JSON.stringify(odd, null, 1)}\n`);
      const read = readCall({ dialect, bytes, model: 'm', stream: true });
      if (!read.ok) throw new Error(read.fault.message);
      const options = {
        to: dialect,
        upstreamModel: 'm',
        id: 'r',
        createdSeconds: 0,
        injectUsage: false,
      };
      const opened = openTranslation({ call: read.call, ...options });
      expect(opened.ok && opened.translation.body).toBe(bytes);
      const renamed = openTranslation({
        call: read.call,
        ...options,
        upstreamModel: 'other "one"',
      });
      const text = renamed.ok ? decodeText(renamed.translation.body) : '';
      // Gemini's model is in the path.
      const expected = dialect === 'gemini-generate' ? '"m"' : JSON.stringify('other "one"');
      expect(text).toBe(decodeText(bytes).replace('"m"', expected));
    },
  );

  it.each([
    ['anthropic-messages', 'message_stop'],
    ['openai-responses', 'response.completed'],
    ['gemini-generate', 'finishReason'],
  ] as const)('holds the end of a %s stream back until it is requested', (dialect, mark) => {
    const bytes = readFileSync(new URL(`${dialect}/text/stream.txt`, root));
    const body = RICH_REQUESTS[dialect];
    const stream = translationOf({ from: dialect, to: dialect, body, stream: true }).openStream();
    const sent = stream.push(bytes).map(decodeText).join('');
    const { tail } = stream.end();
    expect(sent).not.toContain(mark);
    expect(decodeText(tail)).toContain(mark);
    expect(sent + decodeText(tail)).toBe(decodeText(bytes));
  });

  it('bills an Anthropic stream including its cached and cache-write tokens', () => {
    const bytes = readFileSync(new URL('anthropic-messages/text/stream.txt', root));
    const body = RICH_REQUESTS['anthropic-messages'];
    const stream = translationOf({
      from: 'anthropic-messages',
      to: 'anthropic-messages',
      body,
    }).openStream();
    stream.push(bytes);
    expect(stream.end().usage).toMatchObject({
      promptTokens: 1200,
      cachedTokens: 1024,
      cacheWriteTokens: 100,
      cacheWriteHourTokens: 40,
      completionTokens: 9,
    });
  });
});

describe('a stream that passes through', () => {
  it.each(['anthropic-messages', 'openai-responses'] as const)(
    'of %s sends nothing before the first part begins, so that another upstream can be tried',
    (dialect) => {
      const text = readFileSync(new URL(`${dialect}/error/stream.txt`, root), 'utf8');
      const events = text
        .split('\n\n')
        .filter((event) => !/content_block|output_item|content_part|output_text/.test(event));
      const body = RICH_REQUESTS[dialect];
      const stream = translationOf({ from: dialect, to: dialect, body, stream: true }).openStream();
      expect(stream.push(encodeText(events.join('\n\n')))).toHaveLength(0);
      expect(stream.fault).toMatchObject({ retryable: true });
      expect(stream.end().tail).toHaveLength(0);
    },
  );
});

describe('a translated stream', () => {
  it('sends nothing before there is content, so that another upstream can be tried', () => {
    const options: CallOptions = {
      from: 'anthropic-messages',
      to: 'openai-chat',
      body: RICH_REQUESTS['anthropic-messages'],
      stream: true,
    };
    const stream = translationOf({
      ...options,
      body: { ...options.body, messages: [] },
    }).openStream();
    const first = { id: 'c', choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] };
    expect(stream.push(encodeText(`data: ${JSON.stringify(first)}\n\n`))).toHaveLength(0);
    stream.push(encodeText('data: {"error":{"message":"overloaded","type":"server_error"}}\n\n'));
    expect(stream).toMatchObject({ contentDelivered: false, fault: { retryable: true } });
  });

  it('keeps interleaved calls separate for clients that read one block at a time', () => {
    const bytes = readFileSync(new URL('openai-chat/interleaved-tools/stream.txt', root));
    const body = { model: 'm', max_tokens: 9, messages: [], stream: true };
    const stream = translationOf({
      from: 'anthropic-messages',
      to: 'openai-chat',
      body,
    }).openStream();
    const text = stream.push(bytes).map(decodeText).join('') + decodeText(stream.end().tail);
    const order = [...text.matchAll(/"type":"content_block_(start|stop)","index":(\d)/g)];
    expect(order.map(([, kind, index]) => `${kind} ${index}`)).toEqual([
      'start 0',
      'stop 0',
      'start 1',
      'stop 1',
    ]);
    expect(text).toContain(String.raw`"partial_json":"{\"zone\":"`);
  });
});

describe('warnings', () => {
  it('refuse a call whose response would be wrong, and name what is refused', () => {
    expect(faultOf(chat({ n: 2 }))).toMatchObject({
      status: 400,
      param: 'choices',
      code: 'unsupported_by_upstream',
    });
    const stored = {
      from: 'openai-responses',
      to: 'gemini-generate',
      body: { model: 'm', input: 'Hi', previous_response_id: 'resp_1' },
    } as const;
    expect(faultOf(stored)).toMatchObject({ param: 'previous_response_id' });
    const input = [
      { role: 'user', content: 'Hi' },
      { type: 'item_reference', id: 'msg_1' },
    ];
    const referring = { ...stored, body: { model: 'm', input } } as const;
    expect(faultOf(referring)).toMatchObject({
      param: 'input[1]',
      message: expect.stringContaining('not persisted'),
    });
  });

  it('name every member that the IR lacks, and identify server tools', () => {
    const options = chat({ web_search_options: {}, tools: [{ type: 'web_search' }] });
    expect(renderWarnings(translationOf(options).warnings)).toBe(
      'builtin_tool;dropped;tools[0], builtin_tool;dropped;web_search_options',
    );
  });

  it('show only visible ASCII, whatever the client wrote', () => {
    const header = renderWarnings(translationOf(chat({ 'ü\r\nX-Evil: 1, a;b': 1 })).warnings);
    expect(header).toBe('unknown;dropped;___X-Evil:_1__a_b');
  });

  it('report what the newest models refuse: sampling, forced tools and budgets', () => {
    const body = {
      temperature: 0.5,
      reasoning_effort: 'low',
      tools: [{ type: 'function', function: { name: 'a' } }],
      tool_choice: 'required',
    };
    const sent = sendUpstream(chat(body, 'anthropic-messages', 'claude-opus-5-5'));
    expect(sent).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
      tool_choice: { type: 'auto' },
    });
    expect(sent).not.toHaveProperty('temperature');
    const warnings = warningsOf(chat(body, 'anthropic-messages', 'claude-opus-5-5'));
    expect(warnings.toSorted()).toEqual(['forced_tool;approximated', 'temperature;approximated']);
    expect(
      sendUpstream(chat({ temperature: 0.5 }, 'anthropic-messages', 'claude-haiku-4-5')),
    ).toMatchObject({ temperature: 0.5 });
  });

  it('report the limit that was filled in, so that it can be reserved', () => {
    expect(
      translationOf(chat({}, 'anthropic-messages', 'claude-3-5-haiku-20241022')).sentLimits,
    ).toEqual({ outputTokens: 8192, responses: 1 });
    expect(translationOf(chat({ max_tokens: 5 })).sentLimits).toEqual({
      outputTokens: 5,
      responses: 1,
    });
  });
});

describe('invalid input', () => {
  it.each<[Dialect, object, string]>([
    [
      'openai-chat',
      { model: 'm', messages: [{ role: 'robot', content: 'x' }] },
      'messages[0].role',
    ],
    [
      'openai-chat',
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 5 }] }] },
      'messages[0].content[0].text',
    ],
    [
      'openai-responses',
      { model: 'm', input: [{ type: 'function_call', name: 'a' }] },
      'input[0].call_id',
    ],
    [
      'openai-responses',
      { model: 'm', input: 'x', tools: [{ type: 'function' }] },
      'tools[0].name',
    ],
    [
      'anthropic-messages',
      { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: [{ type: 'image' }] }] },
      'messages[0].content[0].source',
    ],
    ['anthropic-messages', { model: 'm', max_tokens: 'x', messages: [] }, 'max_tokens'],
    ['anthropic-messages', { model: 'm', max_tokens: 5 }, 'messages'],
    [
      'gemini-generate',
      { contents: [{ parts: [{ functionCall: {} }] }] },
      'contents[0].parts[0].functionCall.name',
    ],
    ['gemini-generate', { contents: 'Hi' }, 'contents'],
    ['gemini-generate', { contents: [], generationConfig: { topK: 'x' } }, 'generationConfig.topK'],
  ])('in %s is identified by its path: %j', (from, body, path) => {
    const to = from === 'openai-chat' ? 'gemini-generate' : 'openai-chat';
    const fault = faultOf({ from, to, body });
    expect(fault).toMatchObject({ status: 400, param: path });
    expect(fault.message).toContain(path);
  });
});

describe('a large chat body', () => {
  it('that contains invalid JSON is a fault of the call, reported once it has to be translated', () => {
    const messages = `[{"role":"user","content":"${'x'.repeat(20_000)}" oops}]`;
    const bytes = encodeText(`{"model":"m","messages":${messages}}`);
    const read = readCall({ dialect: 'openai-chat', bytes });
    if (!read.ok) throw new Error(read.fault.message);
    const opened = openTranslation({
      call: read.call,
      to: 'gemini-generate',
      upstreamModel: 'm',
      id: 'r',
      createdSeconds: 0,
      injectUsage: false,
    });
    expect(opened).toMatchObject({ ok: false, fault: { code: 'invalid_json' } });
  });
});

describe('tools with free-text input', () => {
  const options: CallOptions = {
    from: 'openai-responses',
    to: 'anthropic-messages',
    body: { model: 'm', input: 'Hi', tools: [{ type: 'custom', name: 'patch', description: 'P' }] },
  };
  const INPUT = '*** Begin "patch"\n';

  it('are wrapped for a provider without them, and unwrapped for the client', () => {
    expect(sendUpstream(options).tools?.[0]).toMatchObject({
      name: 'patch',
      input_schema: { required: ['input'] },
    });
    const content = [{ type: 'tool_use', id: 'a', name: 'patch', input: { input: INPUT } }];
    const response = receiveResponse(options, { content, stop_reason: 'tool_use', usage: {} });
    expect(response.output?.[0]).toMatchObject({
      type: 'custom_tool_call',
      call_id: 'a',
      input: INPUT,
    });
  });

  it('are unwrapped in a stream too', () => {
    const json = JSON.stringify({ input: INPUT });
    const delta = (text: string) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: text },
    });
    const events = receiveStream({ ...options, body: { ...options.body, stream: true } }, [
      { type: 'message_start', message: { id: 'm', usage: { input_tokens: 1, output_tokens: 1 } } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'a', name: 'patch', input: {} },
      },
      delta(json.slice(0, 9)),
      delta(json.slice(9)),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ]);
    const done = events.find(({ type }) => String(type) === 'response.output_item.done');
    expect(done?.item).toMatchObject({ type: 'custom_tool_call', call_id: 'a', input: INPUT });
  });
});
