import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type BilledScene,
  chat,
  chatStream,
  chatUsage,
  response,
  responseStream,
  search,
  TOKENS,
  startBilledScene,
} from '../../../test-support/billed-scene.ts';

let billed: BilledScene;
let scene: BilledScene['scene'];
let upstream: BilledScene['upstream'];
let post: BilledScene['post'];
let lastRow: BilledScene['lastRow'];
beforeAll(async () => {
  billed = await startBilledScene();
  ({ scene, upstream, post, lastRow } = billed);
});
beforeEach(() => {
  upstream.requests.length = 0;
});
afterAll(() => billed.close());

describe('a responses call', () => {
  const send = (body: object) => post('/v1/responses', { model: 'gpt-x', input: 'hi', ...body });
  const tools = [{ type: 'web_search' }];

  test.each([false, true])(
    'pays for each search that its output lists, streamed: %s',
    async (stream) => {
      const items = [search, { ...search, action: { type: 'open_page' } }, search];
      upstream.response = stream ? responseStream(items) : response(items);
      expect((await send({ tools, stream })).status).toBe(200);
      const row = await lastRow();
      expect(row.quota).toBe(TOKENS + 2 * 5000);
      expect(row.other['tools']).toEqual({ web_search: { uses: 2, use: 0.01, request: 0 } });
    },
  );

  test('is sent with a limit on its tools and never pays for more', async () => {
    upstream.response = response(Array.from({ length: 20 }, () => search));
    await send({ tools });
    expect(upstream.requests[0]?.body).toMatchObject({ max_tool_calls: 8 });
    const row = await lastRow();
    expect(row.quota).toBe(TOKENS + 8 * 5000);
    expect(row.other['tool_claims']).toEqual({ web_search: 20 });
  });

  test('pays for a container once and for each image by its quality', async () => {
    upstream.response = response([
      { type: 'code_interpreter_call', container_id: 'a' },
      { type: 'code_interpreter_call', container_id: 'a' },
      { type: 'image_generation_call', status: 'completed', quality: 'low', result: '' },
      { type: 'image_generation_call', status: 'completed', quality: 'high', result: '' },
      { type: 'image_generation_call', status: 'failed', quality: 'high' },
    ]);
    await send({
      tools: [
        { type: 'code_interpreter', container: { type: 'auto' } },
        { type: 'image_generation' },
      ],
    });
    const row = await lastRow();
    expect(row.quota).toBe(TOKENS + 15_000 + 8000 + 125_000);
  });

  test('pays for what an image was drawn from, and not for more than it may draw', async () => {
    const image = {
      type: 'image_generation_call',
      status: 'completed',
      quality: 'low',
      result: '',
    };
    const details = { image_tokens: 4080, text_tokens: 0 };
    const image_gen = { output_tokens: 408, input_tokens: 4080, input_tokens_details: details };
    upstream.response = response([image], { tool_usage: { image_gen } });
    await send({ tools: [{ type: 'image_generation', quality: 'low' }] });
    const { other } = await lastRow();
    expect(other['tools']).toMatchObject({ image_generation_low: { uses: 4 } });
    for (const member of [{ size: '3840x2160' }, { output_format: 'gif' }])
      expect((await send({ tools: [{ type: 'image_generation', ...member }] })).status).toBe(400);
  });

  test('cannot run a tool of the provider without paying by saying that a search found it', async () => {
    upstream.response = response([search, search]);
    await send({
      input: [{ type: 'tool_search_output', call_id: 'c', execution: 'client', tools }],
    });
    expect((await lastRow()).quota).toBe(TOKENS + 2 * 5000);
  });

  test('pays for the preview search at its own price', async () => {
    upstream.response = response([search]);
    await send({ tools: [{ type: 'web_search_preview' }] });
    expect((await lastRow()).quota).toBe(TOKENS + 12_500);
  });

  test('pays for the tier that its response names', async () => {
    upstream.response = response([], { service_tier: 'priority' });
    await send({ service_tier: 'auto' });
    const row = await lastRow();
    expect(row.quota).toBe(TOKENS * 2);
    expect(row.other).toMatchObject({ service_tier: 'priority', tier_ratios: { priority: 2 } });
    upstream.response = response([], { service_tier: 'default' });
    await send({ service_tier: 'priority' });
    expect((await lastRow()).quota).toBe(TOKENS);
  });

  test('a call without a tier pays the standard token price, whatever its response names', async () => {
    upstream.response = response([], { service_tier: 'priority' });
    await send({});
    expect((await lastRow()).quota).toBe(TOKENS);
    await send({ tools });
    const row = await lastRow();
    expect(row.quota).toBe(TOKENS);
    expect(row.other['service_tier']).toBe('priority');
  });

  test('converted for a chat upstream pays for no tool, as none was sent', async () => {
    upstream.response = chat();
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

describe('a chat call', () => {
  test.each([false, true])(
    'pays for the tier that its response names, streamed: %s',
    async (stream) => {
      const reported = { service_tier: 'flex' };
      upstream.response = stream ? chatStream(reported) : chat(reported);
      await scene.chat({ model: 'gpt-x', service_tier: 'flex', stream });
      const row = await lastRow();
      expect(row.quota).toBe(28);
      expect(row.other).toMatchObject({ tier_ratios: { flex: 0.5 } });
    },
  );

  test('a chat whose response names no tier pays for the requested one, but gets no discount', async () => {
    upstream.response = chat();
    await scene.chat({ model: 'gpt-x', service_tier: 'priority' });
    expect((await lastRow()).quota).toBe(TOKENS * 2);
    await scene.chat({ model: 'gpt-x', service_tier: 'flex' });
    expect((await lastRow()).quota).toBe(TOKENS);
  });

  test('pays for one search per choice, as no response reports the number', async () => {
    upstream.response = chat();
    await scene.chat({ model: 'gpt-x', web_search_options: {}, n: 2 });
    expect((await lastRow()).quota).toBe(TOKENS + 10_000);
  });

  test('a model with a per-request fee charges it, and the searches that its response reports', async () => {
    upstream.response = chat({ usage: { ...chatUsage, num_search_queries: 3 } });
    await scene.chat({ model: 'sonar-x' });
    const row = await lastRow();
    expect(row.quota).toBe(2500 + 1500);
    expect(row.other['tools']).toMatchObject({
      request_fee: { uses: 1 },
      search_query: { uses: 3 },
    });
  });

  test('an interrupted chat pays for its tools', async () => {
    upstream.response = chatStream().slice(0, 1);
    await scene.chat({ model: 'gpt-x', web_search_options: {}, stream: true });
    expect((await lastRow()).quota).toBeGreaterThanOrEqual(5000);
  });
});

describe('a messages call', () => {
  const send = (body: object, headers = {}) =>
    post(
      '/v1/messages',
      { model: 'claude-x', max_tokens: 99, messages: [{ role: 'user', content: 'hi' }], ...body },
      headers,
    );
  const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
  const block = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
  const usage = { input_tokens: 100, output_tokens: 10 };
  const respond = (further: object) => ({
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
      message: { ...respond({ server_tool_use: { web_search_requests: 0 } }), content: [] },
    },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'hi' } },
  ];

  test.each([false, true])('pays for the searches in its usage, streamed: %s', async (stream) => {
    const reported = { server_tool_use: { web_search_requests: 3 } };
    upstream.response = stream
      ? [
          ...begun,
          { type: 'content_block_stop', index: 1 },
          {
            type: 'message_delta',
            delta: { stop_reason: 'end_turn' },
            usage: { ...usage, ...reported },
          },
          { type: 'message_stop' },
        ]
      : respond(reported);
    expect((await send({ tools, stream })).status).toBe(200);
    expect(upstream.requests[0]?.body).toMatchObject({ tools: [{ max_uses: 8 }] });
    expect((await lastRow()).quota).toBe(TOKENS + 15_000);
  });

  test('an interrupted message pays for the searches that had started', async () => {
    upstream.response = begun;
    await send({ tools, stream: true });
    expect((await lastRow()).other['tools']).toEqual({
      web_search: { uses: 1, use: 0.01, request: 0 },
    });
  });

  test('pays for fast mode and its inference region', async () => {
    upstream.response = respond({ speed: 'fast', inference_geo: 'us' });
    await send({ speed: 'fast', inference_geo: 'us' });
    const row = await lastRow();
    expect(row.quota).toBe(Math.round(TOKENS * 6 * 1.1));
    expect(row.other['tier_ratios']).toEqual({ fast: 6, inference_geo_us: 1.1 });
    upstream.response = respond({ speed: 'standard' });
    await send({ speed: 'fast' });
    expect((await lastRow()).quota).toBe(TOKENS);
  });

  test('is sent without betas that hide its cost, and its client gets a warning', async () => {
    upstream.response = respond({});
    const { headers } = await send(
      {},
      { 'anthropic-beta': 'inline-tools-2026-09-15, context-1m-2025-08-07' },
    );
    expect(upstream.requests[0]?.headers['anthropic-beta']).toBe('context-1m-2025-08-07');
    expect(headers.get('x-tollgate-conversion')).toContain('inline-tools');
  });
});

describe('a search that an upstream of another dialect runs', () => {
  const message = { role: 'user', content: 'hi' };
  const found = {
    id: 'msg',
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content: [
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
      {
        type: 'text',
        text: 'It is blue.',
        citations: [{ type: 'web_search_result_location', url: 'https://a.example', title: 'A' }],
      },
    ],
    stop_reason: 'end_turn',
    usage: { input_tokens: 100, output_tokens: 10, server_tool_use: { web_search_requests: 2 } },
  };
  const events = [
    { type: 'message_start', message: { ...found, content: [], usage: { input_tokens: 100 } } },
    { type: 'content_block_start', index: 0, content_block: { ...found.content[0], input: {} } },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{"query":"x"}' },
    },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
    },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'It is blue.' } },
    {
      type: 'content_block_delta',
      index: 2,
      delta: {
        type: 'citations_delta',
        citation: { type: 'web_search_result_location', url: 'https://a.example', title: 'A' },
      },
    },
    { type: 'content_block_stop', index: 2 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: found.usage },
    { type: 'message_stop' },
  ];

  test.each([false, true])('is billed per use and limited (stream: %s)', async (stream) => {
    upstream.response = stream ? events : found;
    const tools = [{ type: 'web_search' }];
    const { status, text, headers } = await post('/v1/responses', {
      model: 'claude-x',
      input: 'hi',
      tools,
      stream,
    });
    expect(status).toBe(200);
    expect(upstream.requests[0]?.body).toMatchObject({
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 8 }],
    });
    expect(headers.get('x-tollgate-conversion') ?? '').not.toContain('builtin_tool');
    expect(text).toContain('"url":"https://a.example"');
    expect(text).toContain('It is blue.');
    expect(text).not.toContain('function_call');
    const row = await lastRow();
    expect(row.quota).toBe(TOKENS + 2 * 5000);
    expect(row.other['tools']).toEqual({ web_search: { uses: 2, use: 0.01, request: 0 } });
  });

  test('costs what the upstream’s own search costs', async () => {
    upstream.response = {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: 'hi' }] },
          finishReason: 'STOP',
          groundingMetadata: {
            webSearchQueries: ['a', 'b'],
            groundingChunks: [{ web: { uri: 'https://a.example' } }],
          },
        },
      ],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10 },
    };
    const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
    const body = { model: 'gemini-x', max_tokens: 99, messages: [message], tools };
    expect((await post('/v1/messages', body)).status).toBe(200);
    expect((await lastRow()).quota).toBe(TOKENS + 2 * 7000);
  });

  test('a search without a price is dropped with a warning if it was optional, and refused if it was forced', async () => {
    upstream.response = chat();
    const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
    const body = { model: 'plain-x', max_tokens: 99, messages: [message], tools };
    const offered = await post('/v1/messages', body);
    expect(offered.status).toBe(200);
    expect(offered.headers.get('x-tollgate-conversion')).toContain('builtin_tool;dropped;tools[0]');
    expect((await lastRow()).quota).toBe(TOKENS);
    const tool_choice = { type: 'tool', name: 'web_search' };
    const forced = await post('/v1/messages', { ...body, tool_choice });
    expect(forced.status).toBe(400);
    expect(forced.text).toContain("Tool 'web_search_20250305' is not supported");
  });
});

test.each([false, true])(
  'a Gemini call pays for the queries that its response reports, streamed: %s',
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
    upstream.response = stream ? [whole] : whole;
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
