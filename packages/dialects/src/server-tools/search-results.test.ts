import { describe, expect, it } from 'vitest';
import type { ResponsePart, WebSearchPart } from '../ir/parts.ts';
import { encodeText } from '../json/encode-text.ts';
import { collectResponse } from '../testing/collect-response.ts';
import { readStreamEvents } from '../testing/read-stream.ts';
import {
  type CallOptions,
  type Json,
  receiveResponse,
  receiveStream,
} from '../testing/translate-call.ts';
import { CODECS } from '../translate/codec.ts';

const DIALECTS = ['openai-responses', 'anthropic-messages', 'gemini-generate'] as const;
type Dialect = (typeof DIALECTS)[number];
const pairs = DIALECTS.flatMap((from) =>
  DIALECTS.filter((to) => to !== from).map((to) => [from, to] as const),
);

const MODELS: Readonly<Record<Dialect, string>> = {
  'openai-responses': 'gpt-5-mini',
  'anthropic-messages': 'claude-sonnet-4-6',
  'gemini-generate': 'gemini-3-pro',
};
const user = { role: 'user', content: 'Hi' };
const REQUESTS: Readonly<Record<Dialect, object>> = {
  'openai-responses': { model: 'm', input: 'Hi', tools: [{ type: 'web_search' }] },
  'anthropic-messages': {
    model: 'm',
    max_tokens: 99,
    messages: [user],
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
  },
  'gemini-generate': {
    contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
    tools: [{ googleSearch: {} }],
  },
};

const URL = 'https://example.com/tides';
const QUERY = 'tides today';
const action = {
  type: 'search',
  query: QUERY,
  queries: [QUERY],
  sources: [{ type: 'url', url: URL }],
};
const item = { id: 'ws_abc', type: 'web_search_call', status: 'completed', action };
const opened = { ...item, id: 'ws_abd', action: { type: 'open_page', url: URL } };
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'High at noon.', annotations: [] }],
};
const use = {
  type: 'server_tool_use',
  id: 'srvtoolu_1',
  name: 'web_search',
  input: { query: QUERY },
};
const result = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: [
    {
      type: 'web_search_result',
      url: URL,
      title: 'Tides',
      encrypted_content: 'seal',
      page_age: null,
    },
  ],
};
const grounding = {
  webSearchQueries: [QUERY],
  groundingChunks: [{ web: { uri: URL, title: 'Tides' } }],
};
const usage = {
  'openai-responses': { input_tokens: 5, output_tokens: 7, total_tokens: 12 },
  'anthropic-messages': { input_tokens: 5, output_tokens: 7 },
  'gemini-generate': { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 },
};

/** For each upstream, a response after a search, and the same as a stream. */
const RESPONSES: Readonly<Record<Dialect, object>> = {
  'openai-responses': {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'm',
    output: [item, opened, message],
    usage: usage['openai-responses'],
  },
  'anthropic-messages': {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [use, result, { type: 'text', text: 'High at noon.' }],
    stop_reason: 'end_turn',
    usage: usage['anthropic-messages'],
  },
  'gemini-generate': {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: 'High at noon.' }] },
        finishReason: 'STOP',
        index: 0,
        groundingMetadata: grounding,
      },
    ],
    usageMetadata: usage['gemini-generate'],
  },
};
const block = (index: number, content_block: object, deltas: object[] = []) => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const STREAMS: Readonly<Record<Dialect, object[]>> = {
  'openai-responses': [
    { type: 'response.created', response: { id: 'resp_1', model: 'm' } },
    ...[item, opened].flatMap((each, output_index) => [
      {
        type: 'response.output_item.added',
        output_index,
        item: { ...each, status: 'in_progress' },
      },
      { type: 'response.output_item.done', output_index, item: each },
    ]),
    {
      type: 'response.output_text.delta',
      output_index: 2,
      content_index: 0,
      delta: 'High at noon.',
    },
    { type: 'response.completed', response: RESPONSES['openai-responses'] },
  ],
  'anthropic-messages': [
    { type: 'message_start', message: { id: 'msg_1', model: 'm', usage: { input_tokens: 5 } } },
    ...block(0, { ...use, input: {} }, [
      { type: 'input_json_delta', partial_json: '{"query":"tides' },
      { type: 'input_json_delta', partial_json: ' today"}' },
    ]),
    ...block(1, result),
    ...block(2, { type: 'text', text: '' }, [{ type: 'text_delta', text: 'High at noon.' }]),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ],
  'gemini-generate': [
    { candidates: [{ content: { role: 'model', parts: [{ text: 'High at ' }] }, index: 0 }] },
    {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: 'noon.' }] },
          finishReason: 'STOP',
          groundingMetadata: grounding,
        },
      ],
      usageMetadata: usage['gemini-generate'],
    },
  ],
};

const call = (from: Dialect, to: Dialect): CallOptions => ({
  from,
  to,
  model: MODELS[to],
  body: REQUESTS[from],
  searchUsesMax: 5,
});
const read = (dialect: Dialect, response: object) =>
  CODECS[dialect].parseResponse(response as Readonly<Record<string, unknown>>, 'x')?.parts ?? [];
const readStream = (dialect: Dialect, events: readonly object[]) => {
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  return collectResponse(readStreamEvents(dialect, encodeText(text))).parts;
};
const isSearch = (part: ResponsePart): part is WebSearchPart => part.type === 'web-search';
const essence = (parts: readonly ResponsePart[]) => ({
  searches: parts.filter(isSearch).map(({ queries, results }) => ({
    queries,
    urls: results.map(({ url }) => url),
  })),
  text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
});
const expected = { searches: [{ queries: [QUERY], urls: [URL] }], text: 'High at noon.' };

describe.each(pairs)(
  'the result for a client of %s of a search by an upstream of %s',
  (from, to) => {
    it('has its query and the pages found, not streamed', () => {
      expect(essence(read(from, receiveResponse(call(from, to), RESPONSES[to])))).toEqual(expected);
    });

    it('has its query and the pages found, streamed', () => {
      expect(essence(readStream(from, receiveStream(call(from, to), STREAMS[to])))).toEqual(
        expected,
      );
    });
  },
);

it("an Anthropic client gets its SDK's two blocks, with the input in deltas, and the count in the usage", () => {
  const options = call('anthropic-messages', 'openai-responses');
  const { content, usage: reportedUsage } = receiveResponse(options, RESPONSES['openai-responses']);
  const caller = { type: 'direct' };
  expect(content).toMatchObject([
    {
      type: 'server_tool_use',
      id: expect.stringMatching(/^srvtoolu_\w+$/),
      name: 'web_search',
      input: { query: QUERY },
      caller,
    },
    {
      type: 'web_search_tool_result',
      tool_use_id: content?.[0]?.['id'],
      content: [
        { type: 'web_search_result', url: URL, title: URL, encrypted_content: '', page_age: null },
      ],
      caller,
    },
    { type: 'text', text: 'High at noon.' },
  ]);
  expect(reportedUsage).toMatchObject({ server_tool_use: { web_search_requests: 1 } });
  const events = receiveStream(options, STREAMS['openai-responses']);
  const types = (list: readonly Json[]) => list.map(({ type, index }) => [type, index]);
  expect(types(events.filter(({ index }) => index !== undefined)).slice(0, 5)).toEqual([
    ['content_block_start', 0],
    ['content_block_delta', 0],
    ['content_block_stop', 0],
    ['content_block_start', 1],
    ['content_block_stop', 1],
  ]);
  expect(events.find(({ type }) => String(type) === 'message_delta')).toMatchObject({
    usage: { server_tool_use: { web_search_requests: 1 } },
  });
});

it('a client of responses gets an item with the steps of its search, before the text', () => {
  const options = call('openai-responses', 'anthropic-messages');
  const events = receiveStream(options, STREAMS['anthropic-messages']);
  expect(
    events.filter(({ output_index: at }) => (at as unknown) === 0).map(({ type }) => type),
  ).toEqual([
    'response.output_item.added',
    'response.web_search_call.in_progress',
    'response.web_search_call.searching',
    'response.web_search_call.completed',
    'response.output_item.done',
  ]);
  expect(events.at(-1)).toMatchObject({
    type: 'response.completed',
    response: {
      output: [
        { type: 'web_search_call', id: expect.stringMatching(/^ws_/), status: 'completed', action },
        { type: 'message' },
      ],
    },
  });
});

it('a client of Gemini gets the queries and the pages as its grounding', () => {
  const response = receiveResponse(
    call('gemini-generate', 'anthropic-messages'),
    RESPONSES['anthropic-messages'],
  );
  expect(response['candidates']?.[0]).toMatchObject({ groundingMetadata: grounding });
});

it('a search that failed is reported as failed', () => {
  const failed = {
    ...result,
    content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
  };
  const response = {
    ...RESPONSES['anthropic-messages'],
    content: [use, failed, { type: 'text', text: 'Unknown.' }],
  };
  expect(receiveResponse(call('openai-responses', 'anthropic-messages'), response)).toMatchObject({
    output: [{ type: 'web_search_call', status: 'failed' }, { type: 'message' }],
  });
});

describe('further results of one search, of an upstream of Anthropic', () => {
  const queriesOf = (parts: readonly ResponsePart[]) =>
    parts.filter((part) => part.type === 'web-search').map(({ queries }) => queries);

  it('do not repeat its query, however long it is', () => {
    const response = { ...RESPONSES['anthropic-messages'], content: [use, result, result, result] };
    expect(queriesOf(read('anthropic-messages', response))).toEqual([[QUERY], [], []]);
  });

  it('do not repeat its query in a stream', () => {
    const events = STREAMS['anthropic-messages'];
    const stream = [
      ...events.slice(0, 7),
      ...block(1, result),
      ...block(2, result),
      ...events.slice(-2),
    ];
    expect(queriesOf(readStream('anthropic-messages', stream))).toEqual([[QUERY], [], []]);
  });
});
