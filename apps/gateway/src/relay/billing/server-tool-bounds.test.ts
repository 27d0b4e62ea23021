import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type BilledScene,
  chat,
  chatUsage,
  response,
  search,
  TOKENS,
  startBilledScene,
} from '../../../test-support/billed-scene.ts';

let billed: BilledScene;
let upstream: BilledScene['upstream'];
let post: BilledScene['post'];
let lastRow: BilledScene['lastRow'];
beforeAll(async () => {
  billed = await startBilledScene();
  ({ upstream, post, lastRow } = billed);
});
beforeEach(() => {
  upstream.requests.length = 0;
});
afterAll(() => billed.close());

describe('the maximum usage that an upstream can report is never charged beyond the reservation', () => {
  const LONG = 50_000;
  const many = Array.from({ length: 60 }, () => search);
  const images = Array.from({ length: 60 }, () => ({
    type: 'image_generation_call',
    quality: 'high',
    result: '',
  }));
  const files = Array.from({ length: 60 }, () => ({ type: 'file_search_call' }));
  const greedy = {
    '/v1/responses': response([...many, ...images, ...files, { type: 'code_interpreter_call' }], {
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
        plugins: { search: { count: 500 } },
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
  const requested: Record<keyof typeof greedy, object[]> = {
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
      { enable_search: true, search_options: { search_strategy: 'agent' } },
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
  const cases = (Object.keys(requested) as (keyof typeof greedy)[]).flatMap((path) =>
    requested[path].map((body) => [path, body] as const),
  );

  test.each(cases)('%s %j', async (path, body) => {
    upstream.response = greedy[path];
    expect((await post(path, { ...base[path], ...body })).status).toBe(200);
    const row = await lastRow();
    expect(row.quota).toBeGreaterThanOrEqual(path === '/v1/chat/completions' ? 0 : 1);
    expect(row.other['reserved']).toBeGreaterThanOrEqual(row.quota);
  });
});

test('a search in steps pays for each search that is reported, and for one if none is', async () => {
  const body = {
    model: 'gpt-x',
    messages: [{ role: 'user', content: 'hi' }],
    enable_search: true,
    search_options: { search_strategy: 'agent' },
  };
  for (const [usage, searches] of [
    [chatUsage, 1],
    [{ ...chatUsage, plugins: { search: { count: 3, strategy: 'agent' } } }, 3],
  ] as const) {
    upstream.response = chat({ usage });
    expect((await post('/v1/chat/completions', body)).status).toBe(200);
    expect((await lastRow()).quota).toBe(TOKENS + searches * 10_000);
  }
});

describe("a tool or tier without a price is refused, in the caller's dialect", () => {
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
    [
      '/v1/chat/completions',
      {
        model: 'gpt-x',
        ...messages,
        enable_search: true,
        search_options: { search_strategy: 'agent_max' },
      },
      'web_search_agent_max',
    ],
    [
      '/v1/chat/completions',
      { model: 'plain-x', ...messages, enable_code_interpreter: true },
      'code_execution',
    ],
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

  test('a refusal repeats only the start of a name that is endless', async () => {
    for (const body of [
      { tools: [{ type: 'x'.repeat(300_000) }] },
      { enable_search: true, search_options: { search_strategy: 'x'.repeat(300_000) } },
      { service_tier: 'x'.repeat(300_000) },
    ]) {
      const refused = await post('/v1/chat/completions', { model: 'gpt-x', ...messages, ...body });
      expect([refused.status, refused.text.length < 2000]).toEqual([400, true]);
      expect(refused.text).toContain('xxx…');
    }
  });

  test('tools that the client runs, or whose provider bills only tokens, are accepted', async () => {
    upstream.response = response([]);
    const tools = [
      { type: 'function', name: 'f', parameters: {} },
      { type: 'mcp', server_label: 's', server_url: 'https://example.com' },
    ];
    expect((await post('/v1/responses', { model: 'plain-x', ...input, tools })).status).toBe(200);
    expect((await lastRow()).quota).toBe(TOKENS);
  });
});

describe('prompt tokens added by a tool that is billed in tokens', () => {
  beforeAll(async () => {
    const { scene } = billed;
    await scene.gateway.setOption('ModelRatio', '{"bare-gemini":0.5,"gpt-x":0.5,"plain-x":0.5}');
    await scene.channel('sk-bare', { base_url: upstream.url, models: 'bare-gemini', type: 24 });
  });

  async function readPages(tokens: number) {
    upstream.response = {
      candidates: [{ content: { role: 'model', parts: [{ text: 'hi' }] }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 20,
        toolUsePromptTokenCount: tokens,
        candidatesTokenCount: 10,
        totalTokenCount: 30 + tokens,
      },
    };
    const contents = [{ role: 'user', parts: [{ text: 'Read https://x.example/long' }] }];
    const path = '/v1beta/models/bare-gemini:generateContent';
    expect((await post(path, { contents, tools: [{ urlContext: {} }] })).status).toBe(200);
    return lastRow();
  }

  test('are charged whether or not the model has tool prices', async () => {
    const { prompt_tokens: charged, other } = await readPages(60_000);
    expect([charged, other.usage_claim]).toEqual([60_020, undefined]);
  });

  test('are charged beyond the estimate, as far as the reservation pays', async () => {
    const { quota, other } = await readPages(900_000);
    expect(other.usage_claim).toMatchObject({ prompt_tokens: 900_020 });
    // A reservation is a quarter higher, as the prompt may be written to a cache.
    expect(quota * 1.25).toBeGreaterThan(Number(other['reserved']) * 0.99);
  });
});

test('content stored at the provider is charged as far as the reservation pays', async () => {
  const usageMetadata = {
    promptTokenCount: 300_000,
    candidatesTokenCount: 10,
    totalTokenCount: 300_010,
  };
  upstream.response = {
    candidates: [{ content: { role: 'model', parts: [{ text: 'hi' }] }, finishReason: 'STOP' }],
    usageMetadata,
  };
  const contents = [{ role: 'user', parts: [{ text: 'And now?' }] }];
  const path = '/v1beta/models/bare-gemini:generateContent';
  const { status } = await post(path, { contents, cachedContent: 'cachedContents/mine' });
  expect(status).toBe(200);
  const { prompt_tokens: charged, other } = await lastRow();
  expect([charged, other.usage_claim]).toEqual([300_000, undefined]);
});
