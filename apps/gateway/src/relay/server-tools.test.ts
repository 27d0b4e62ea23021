import { explainCharge, readChargeFactors } from '@tollgate/pricing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BilledUpstream, startBilledUpstream } from '../../test-support/billed-upstream.ts';
import {
  type LoggedCall,
  type RelayScene,
  startRelayScene,
} from '../../test-support/relay-scene.ts';

let scene: RelayScene;
let upstream: BilledUpstream;
beforeAll(async () => {
  scene = await startRelayScene();
  upstream = await startBilledUpstream();
  const { setOption } = scene.gateway;
  await setOption(
    'ModelRatio',
    '{"gpt-x":0.5,"claude-x":0.5,"gemini-x":0.5,"plain-x":0.5,"sonar-x":0}',
  );
  await setOption('CompletionRatio', '{}');
  await setOption(
    'ToolPrices',
    JSON.stringify({
      'gpt-*': {
        web_search: 0.01,
        web_search_preview: 0.025,
        file_search: 0.0025,
        code_execution: { request: 0.03 },
        image_generation: 0.25,
        image_generation_low: 0.016,
      },
      'claude-*': { web_search: 0.01, code_execution: 0.004 },
      'gemini-*': { google_search: 0.014 },
      'sonar-*': { request_fee: 0.005, search_query: 0.001 },
    }),
  );
  await setOption(
    'ServiceTierRatios',
    '{"gpt-*":{"flex":0.5,"priority":2},"claude-*":{"fast":6,"inference_geo_us":1.1},"gemini-*":{"priority":2}}',
  );
  const base_url = upstream.url;
  await scene.channel('sk-openai', { base_url, models: 'gpt-x,plain-x,sonar-x', type: 1 });
  await scene.channel('sk-claude', { base_url, models: 'claude-x', type: 14 });
  await scene.channel('sk-gemini', { base_url, models: 'gemini-x', type: 24 });
});
beforeEach(() => {
  upstream.requests.length = 0;
});
afterAll(async () => {
  await scene.close();
  await upstream.close();
});

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${scene.gateway.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${scene.secret}`,
      'content-type': 'application/json',
      'accept-language': 'en',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** The row of the last call, after checks that hold for each: covered, and explained to the unit. */
async function lastRow(): Promise<LoggedCall> {
  const [row] = await scene.logs();
  if (!row) throw new Error('the log is empty');
  const factors = readChargeFactors({ ...row, other: JSON.stringify(row.other) });
  expect(factors && explainCharge(factors)?.total).toBe(row.quota);
  expect(row.other['reserved']).toBeGreaterThanOrEqual(row.quota);
  return row;
}

const chatUsage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
const chat = (further: object = {}) => ({
  id: 'c',
  object: 'chat.completion',
  model: 'gpt-x',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: chatUsage,
  ...further,
});
const chatStream = (further: object = {}) => [
  { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'hi' } }] },
  { object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { object: 'chat.completion.chunk', choices: [], usage: chatUsage, ...further },
];
const message = (content: object[]) => ({ type: 'message', role: 'assistant', content });
const said = message([{ type: 'output_text', text: 'hi', annotations: [] }]);
const response = (output: object[], further: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'gpt-x',
  output: [...output, said],
  usage: { input_tokens: 100, output_tokens: 10, total_tokens: 110 },
  ...further,
});
const responseStream = (output: object[], further: object = {}) => [
  { type: 'response.created', response: { id: 'resp_1', model: 'gpt-x' } },
  ...output.map((item, index) => ({
    type: 'response.output_item.done',
    output_index: index,
    item,
  })),
  { type: 'response.output_item.added', output_index: 9, item: { ...said, content: [] } },
  { type: 'response.output_text.delta', output_index: 9, content_index: 0, delta: 'hi' },
  { type: 'response.completed', response: response(output, further) },
];
const search = { type: 'web_search_call', status: 'completed', action: { type: 'search' } };
const TOKENS = 55;

describe('a call of responses', () => {
  const ask = (body: object) => post('/v1/responses', { model: 'gpt-x', input: 'hi', ...body });
  const tools = [{ type: 'web_search' }];

  test.each([false, true])(
    'pays each search that its answer lists, streamed: %s',
    async (stream) => {
      const items = [search, { ...search, action: { type: 'open_page' } }, search];
      upstream.answer = stream ? responseStream(items) : response(items);
      expect((await ask({ tools, stream })).status).toBe(200);
      const row = await lastRow();
      expect(row.quota).toBe(TOKENS + 2 * 5000);
      expect(row.other['tools']).toEqual({ web_search: { uses: 2, use: 0.01, request: 0 } });
    },
  );

  test('is sent with a limit on its tools and never pays for more', async () => {
    upstream.answer = response(Array.from({ length: 20 }, () => search));
    await ask({ tools });
    expect(upstream.requests[0]?.body).toMatchObject({ max_tool_calls: 8 });
    const row = await lastRow();
    expect(row.quota).toBe(TOKENS + 8 * 5000);
    expect(row.other['tool_claims']).toEqual({ web_search: 20 });
  });

  test('pays a container once and each picture by its quality', async () => {
    upstream.answer = response([
      { type: 'code_interpreter_call', container_id: 'a' },
      { type: 'code_interpreter_call', container_id: 'a' },
      { type: 'image_generation_call', status: 'completed', quality: 'low', result: '' },
      { type: 'image_generation_call', status: 'completed', quality: 'high', result: '' },
      { type: 'image_generation_call', status: 'failed', quality: 'high' },
    ]);
    await ask({
      tools: [
        { type: 'code_interpreter', container: { type: 'auto' } },
        { type: 'image_generation' },
      ],
    });
    const row = await lastRow();
    expect(row.quota).toBe(TOKENS + 15_000 + 8000 + 125_000);
  });

  test('pays the preview of the search at its own price', async () => {
    upstream.answer = response([search]);
    await ask({ tools: [{ type: 'web_search_preview' }] });
    expect((await lastRow()).quota).toBe(TOKENS + 12_500);
  });

  test('pays the tier that its answer names', async () => {
    upstream.answer = response([], { service_tier: 'priority' });
    await ask({ service_tier: 'auto' });
    const row = await lastRow();
    expect(row.quota).toBe(TOKENS * 2);
    expect(row.other).toMatchObject({ service_tier: 'priority', tier_ratios: { priority: 2 } });
    upstream.answer = response([], { service_tier: 'default' });
    await ask({ service_tier: 'priority' });
    expect((await lastRow()).quota).toBe(TOKENS);
  });

  test('without a tier pays what tokens usually cost, whatever its answer names', async () => {
    upstream.answer = response([], { service_tier: 'priority' });
    await ask({});
    expect((await lastRow()).quota).toBe(TOKENS);
    await ask({ tools });
    const row = await lastRow();
    expect(row.quota).toBe(TOKENS);
    expect(row.other['service_tier']).toBe('priority');
  });

  test('through an upstream of chats pays no tool, as none was sent', async () => {
    upstream.answer = chat();
    await scene.channel('sk-other', {
      base_url: upstream.url,
      models: 'gpt-other',
      type: 43,
    });
    await scene.gateway.setOption(
      'ModelRatio',
      '{"gpt-x":0.5,"claude-x":0.5,"gemini-x":0.5,"plain-x":0.5,"sonar-x":0,"gpt-other":0.5}',
    );
    const { status } = await post('/v1/responses', { model: 'gpt-other', input: 'hi', tools });
    expect(status).toBe(200);
    expect(upstream.requests[0]?.body).not.toHaveProperty('tools');
    expect((await lastRow()).quota).toBe(TOKENS);
  });
});

describe('a chat', () => {
  test.each([false, true])('pays the tier that its answer names, streamed: %s', async (stream) => {
    const told = { service_tier: 'flex' };
    upstream.answer = stream ? chatStream(told) : chat(told);
    await scene.chat({ model: 'gpt-x', service_tier: 'flex', stream });
    const row = await lastRow();
    expect(row.quota).toBe(28);
    expect(row.other).toMatchObject({ tier_ratios: { flex: 0.5 } });
  });

  test('whose answer names no tier pays the one it asked for, but gets no discount', async () => {
    upstream.answer = chat();
    await scene.chat({ model: 'gpt-x', service_tier: 'priority' });
    expect((await lastRow()).quota).toBe(TOKENS * 2);
    await scene.chat({ model: 'gpt-x', service_tier: 'flex' });
    expect((await lastRow()).quota).toBe(TOKENS);
  });

  test('pays one search for each choice, as no answer tells how many there were', async () => {
    upstream.answer = chat();
    await scene.chat({ model: 'gpt-x', web_search_options: {}, n: 2 });
    expect((await lastRow()).quota).toBe(TOKENS + 10_000);
  });

  test('of a model with a fee for requests pays it, and what its answer tells of searches', async () => {
    upstream.answer = chat({ usage: { ...chatUsage, num_search_queries: 3 } });
    await scene.chat({ model: 'sonar-x' });
    const row = await lastRow();
    expect(row.quota).toBe(2500 + 1500);
    expect(row.other['tools']).toMatchObject({
      request_fee: { uses: 1 },
      search_query: { uses: 3 },
    });
  });

  test('that breaks off pays for its tools', async () => {
    upstream.answer = chatStream().slice(0, 1);
    await scene.chat({ model: 'gpt-x', web_search_options: {}, stream: true });
    expect((await lastRow()).quota).toBeGreaterThanOrEqual(5000);
  });
});

describe('a message', () => {
  const ask = (body: object, headers = {}) =>
    post(
      '/v1/messages',
      { model: 'claude-x', max_tokens: 99, messages: [{ role: 'user', content: 'hi' }], ...body },
      headers,
    );
  const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
  const block = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
  const usage = { input_tokens: 100, output_tokens: 10 };
  const answer = (further: object) => ({
    id: 'msg',
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content: [block, { type: 'text', text: 'hi' }],
    stop_reason: 'end_turn',
    usage: { ...usage, ...further },
  });
  const begun = [
    {
      type: 'message_start',
      message: { ...answer({ server_tool_use: { web_search_requests: 0 } }), content: [] },
    },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'hi' } },
  ];

  test.each([false, true])('pays the searches of its usage, streamed: %s', async (stream) => {
    const told = { server_tool_use: { web_search_requests: 3 } };
    upstream.answer = stream
      ? [
          ...begun,
          { type: 'content_block_stop', index: 1 },
          {
            type: 'message_delta',
            delta: { stop_reason: 'end_turn' },
            usage: { ...usage, ...told },
          },
          { type: 'message_stop' },
        ]
      : answer(told);
    expect((await ask({ tools, stream })).status).toBe(200);
    expect(upstream.requests[0]?.body).toMatchObject({ tools: [{ max_uses: 8 }] });
    expect((await lastRow()).quota).toBe(TOKENS + 15_000);
  });

  test('that breaks off pays the searches that began', async () => {
    upstream.answer = begun;
    await ask({ tools, stream: true });
    expect((await lastRow()).other['tools']).toEqual({
      web_search: { uses: 1, use: 0.01, request: 0 },
    });
  });

  test('pays fast mode and the place of its inference', async () => {
    upstream.answer = answer({ speed: 'fast', inference_geo: 'us' });
    await ask({ speed: 'fast', inference_geo: 'us' });
    const row = await lastRow();
    expect(row.quota).toBe(Math.round(TOKENS * 6 * 1.1));
    expect(row.other['tier_ratios']).toEqual({ fast: 6, inference_geo_us: 1.1 });
    upstream.answer = answer({ speed: 'standard' });
    await ask({ speed: 'fast' });
    expect((await lastRow()).quota).toBe(TOKENS);
  });

  test('is sent without betas that hide what it costs, and its client is told', async () => {
    upstream.answer = answer({});
    const { headers } = await ask(
      {},
      { 'anthropic-beta': 'inline-tools-2026-09-15, context-1m-2025-08-07' },
    );
    expect(upstream.requests[0]?.headers['anthropic-beta']).toBe('context-1m-2025-08-07');
    expect(headers.get('x-tollgate-conversion')).toContain('inline-tools');
  });
});

test.each([false, true])(
  'a call of Gemini pays the queries that its answer tells, streamed: %s',
  async (stream) => {
    const whole = {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: 'hi' }] },
          finishReason: 'STOP',
          groundingMetadata: { webSearchQueries: ['a', 'b'], groundingChunks: [{ web: {} }] },
        },
      ],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, serviceTier: 'priority' },
    };
    upstream.answer = stream ? [whole] : whole;
    const action = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
    const { status } = await post(`/v1beta/models/gemini-x:${action}`, {
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      tools: [{ googleSearch: {} }],
      serviceTier: 'priority',
    });
    expect(status).toBe(200);
    expect((await lastRow()).quota).toBe(TOKENS * 2 + 14_000);
  },
);

describe('what an upstream tells at most is never charged beyond the reservation', () => {
  const LONG = 50_000;
  const many = Array.from({ length: 60 }, () => search);
  const pictures = Array.from({ length: 60 }, () => ({
    type: 'image_generation_call',
    quality: 'high',
    result: '',
  }));
  const files = Array.from({ length: 60 }, () => ({ type: 'file_search_call' }));
  const greedy = {
    '/v1/responses': response([...many, ...pictures, ...files, { type: 'code_interpreter_call' }], {
      service_tier: 'priority',
      usage: { input_tokens: 10, output_tokens: LONG, total_tokens: LONG + 10 },
    }),
    '/v1/chat/completions': chat({
      service_tier: 'priority',
      usage: {
        prompt_tokens: 10,
        completion_tokens: LONG,
        total_tokens: LONG + 10,
        num_search_queries: 500,
        num_sources_used: 500,
      },
    }),
    '/v1/messages': {
      id: 'msg',
      type: 'message',
      role: 'assistant',
      content: Array.from({ length: 60 }, () => ({
        type: 'server_tool_use',
        name: 'code_execution',
      })),
      stop_reason: 'end_turn',
      usage: {
        input_tokens: 10,
        output_tokens: LONG,
        speed: 'fast',
        inference_geo: 'us',
        service_tier: 'priority',
        server_tool_use: { web_search_requests: 500, web_fetch_requests: 500 },
      },
    },
  };
  const asked: Record<keyof typeof greedy, object[]> = {
    '/v1/responses': [
      { tools: [{ type: 'web_search' }] },
      { tools: [{ type: 'web_search' }], max_tool_calls: 2 },
      { tools: [{ type: 'web_search' }, { type: 'web_search_preview' }] },
      { tools: [{ type: 'file_search', vector_store_ids: [] }, { type: 'code_interpreter' }] },
      {
        tools: [{ type: 'image_generation' }, { type: 'web_search' }, { type: 'code_interpreter' }],
      },
      { tools: [{ type: 'image_generation', quality: 'low' }] },
      { prompt: { id: 'pmpt_1' } },
      { service_tier: 'auto' },
      { service_tier: 'flex' },
      { service_tier: 'priority', tools: [{ type: 'web_search' }] },
      {},
    ],
    '/v1/chat/completions': [
      { web_search_options: {} },
      { web_search_options: {}, n: 3, service_tier: 'auto' },
      { model: 'sonar-x' },
      {},
    ],
    '/v1/messages': [
      { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
      { tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }], speed: 'fast' },
      { tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] },
      { tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }], inference_geo: 'us' },
      { speed: 'fast', inference_geo: 'us', service_tier: 'auto' },
      {},
    ],
  };
  const plain = { max_tokens: LONG, messages: [{ role: 'user', content: 'hi' }] };
  const base = {
    '/v1/responses': { model: 'gpt-x', input: 'hi', max_output_tokens: LONG },
    '/v1/chat/completions': { model: 'gpt-x', ...plain },
    '/v1/messages': { model: 'claude-x', ...plain },
  };
  const cases = (Object.keys(asked) as (keyof typeof greedy)[]).flatMap((path) =>
    asked[path].map((body) => [path, body] as const),
  );

  test.each(cases)('%s %j', async (path, body) => {
    upstream.answer = greedy[path];
    expect((await post(path, { ...base[path], ...body })).status).toBe(200);
    const row = await lastRow();
    expect(row.quota).toBeGreaterThanOrEqual(path === '/v1/chat/completions' ? 0 : 1);
    expect(row.other['reserved']).toBeGreaterThanOrEqual(row.quota);
  });
});

describe('what has no price is refused, in the dialect of the caller', () => {
  const input = { input: 'hi' };
  const messages = { max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] };
  const contents = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] };
  test.each<[string, object, string]>([
    [
      '/v1/responses',
      { model: 'plain-x', ...input, tools: [{ type: 'web_search' }] },
      'web_search',
    ],
    ['/v1/responses', { model: 'gpt-x', ...input, tools: [{ type: 'new_tool' }] }, 'new_tool'],
    [
      '/v1/chat/completions',
      { model: 'plain-x', ...messages, service_tier: 'priority' },
      'priority',
    ],
    ['/v1/chat/completions', { model: 'plain-x', ...messages, enable_search: true }, 'web_search'],
    ['/v1/chat/completions', { model: 'gpt-x', ...messages, models: ['gpt-dear'] }, 'models'],
    ['/v1/messages', { model: 'gpt-x', ...messages, speed: 'fast' }, 'fast'],
    [
      '/v1/messages',
      { model: 'claude-x', ...messages, tools: [{ type: 'advisor_20260301', name: 'a' }] },
      'advisor',
    ],
    [
      '/v1beta/models/gemini-x:generateContent',
      { ...contents, tools: [{ googleMaps: {} }] },
      'google_maps',
    ],
  ])('%s %j', async (path, body, named) => {
    const { status, text } = await post(path, body);
    expect([status, text]).toEqual([400, expect.stringContaining(named)]);
    expect(upstream.requests).toEqual([]);
    const chinese = await post(path, body, { 'accept-language': 'zh' });
    expect(chinese.text).toMatch(/[\u4e00-\u9fff]/);
  });

  test('but no tool that the client runs, or whose provider bills its tokens only', async () => {
    upstream.answer = response([]);
    const tools = [
      { type: 'function', name: 'f', parameters: {} },
      { type: 'mcp', server_label: 's', server_url: 'https://example.com' },
    ];
    expect((await post('/v1/responses', { model: 'plain-x', ...input, tools })).status).toBe(200);
    expect((await lastRow()).quota).toBe(TOKENS);
  });
});
