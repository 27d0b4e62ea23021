import { describe, expect, test } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { GUARDED_MEMBERS } from '../limits/guarded-members.ts';
import { readCall } from '../translate/client-call.ts';
import { BILLABLE_MEMBERS } from './tool-table.ts';

const BASE: Readonly<Record<Dialect, object>> = {
  'openai-chat': { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
  'openai-responses': { model: 'm', input: 'hi' },
  'anthropic-messages': {
    model: 'm',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'hi' }],
  },
  'gemini-generate': { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
};

function read(dialect: Dialect, body: object, padding = 0) {
  const filled = padding > 0 ? { ...body, metadata: { pad: 'x'.repeat(padding) } } : body;
  return readText(dialect, JSON.stringify({ ...BASE[dialect], ...filled }));
}

function readText(dialect: Dialect, text: string) {
  return readCall({ dialect, bytes: encodeText(text), model: 'm' });
}

function billableOf(dialect: Dialect, body: object, padding = 0) {
  const result = read(dialect, body, padding);
  if (!result.ok) throw new Error(result.fault.message);
  return result.call.request.billable;
}

const search = { family: 'web_search', tool: 'web_search' };

describe.each([0, 20_000])('a request with %d bytes of padding', (padding) => {
  test.each<[Dialect, string, object, object]>([
    ['openai-chat', 'web_search_options', { web_search_options: {} }, { ...search, flat: 1 }],
    [
      'openai-chat',
      "Perplexity's search in steps",
      { web_search_options: { search_type: 'pro' } },
      { ...search, flat: 2 },
    ],
    [
      'openai-chat',
      "Perplexity's usual search",
      { web_search_options: { search_type: 'fast' } },
      { ...search, flat: 1 },
    ],
    ['openai-chat', 'enable_search', { enable_search: true }, { ...search, flat: 1 }],
    [
      'openai-chat',
      "DashScope's search in one step",
      { enable_search: true, search_options: { search_strategy: 'max' } },
      { ...search, flat: 1 },
    ],
    [
      'openai-chat',
      "DashScope's search in steps",
      { search_options: { search_strategy: 'agent' }, enable_search: true },
      { family: 'web_search', tool: 'web_search_agent', isExact: true, least: 1 },
    ],
    [
      'openai-responses',
      "DashScope's code interpreter",
      { enable_code_interpreter: true },
      { tool: 'code_execution', flat: 1 },
    ],
    ['openai-chat', "Baidu's web_search", { web_search: { enable: true } }, search],
    [
      'openai-chat',
      "a search tool, maybe OpenRouter's",
      { tools: [{ type: 'web_search' }] },
      { ...search, least: 1 },
    ],
    [
      'openai-chat',
      "Moonshot's search",
      { tools: [{ type: 'builtin_function', function: { name: '$web_search' } }] },
      search,
    ],
    [
      'openai-chat',
      "xAI's live search",
      { search_parameters: { mode: 'auto', max_search_results: 7 } },
      { family: 'live_search', uses: 7 },
    ],
    ['openai-chat', "OpenRouter's search", { plugins: [{ id: 'web' }] }, { ...search, flat: 1 }],
    [
      'openai-chat',
      "MiniMax's search",
      { plugins: ['plugin_web_search'] },
      { ...search, flat: 1, path: 'plugins[0]' },
    ],
    ['openai-chat', 'a plugin beside a list', { plugins: { id: 'web' } }, { ...search, flat: 1 }],
    ['openai-chat', "Baichuan's search", { with_search_enhance: true }, { ...search, flat: 1 }],
    ['anthropic-messages', "OpenRouter's search", { plugins: [{ id: 'web' }] }, search],
    [
      'openai-chat',
      'an unknown plugin',
      { plugins: [{ id: 'pdf' }] },
      { tool: 'plugin_pdf', path: 'plugins[0]' },
    ],
    ['openai-chat', 'connectors', { connectors: [{ id: 'web' }] }, { tool: 'connectors' }],
    [
      'openai-chat',
      "Zhipu's search by its usual engine",
      { tools: [{ type: 'web_search', web_search: { search_engine: 'search_std' } }] },
      { ...search, least: 1 },
    ],
    [
      'openai-chat',
      "Zhipu's search by a more expensive engine",
      { tools: [{ type: 'web_search', web_search: { search_engine: 'search_pro_quark' } }] },
      { family: 'web_search', tool: 'web_search_pro_quark', isExact: true, least: 1 },
    ],
    [
      'openai-chat',
      "OpenRouter's search by the model",
      { tools: [{ type: 'openrouter:web_search', parameters: { max_results: 5 } }] },
      { ...search, least: 1 },
    ],
    ['openai-chat', 'an unknown tool', { tools: [{ type: 'drawing' }] }, { tool: 'drawing' }],
    ['openai-chat', 'a tool without type', { tools: [{ googleSearch: {} }] }, { path: 'tools[0]' }],
    [
      'openai-chat',
      "what Google's endpoint unpacks",
      { extra_body: { google: { tools: [{}] } } },
      { tool: 'extra_body_tools' },
    ],
    [
      'openai-responses',
      'what LiteLLM merges into the request',
      { extra_body: { max_output_tokens: 9000 } },
      { tool: 'extra_body_max_output_tokens' },
    ],
    [
      'anthropic-messages',
      'what LiteLLM merges into the request',
      { extra_body: { max_tokens: 9000 } },
      { tool: 'extra_body_max_tokens' },
    ],
    ['openai-responses', 'a search', { tools: [{ type: 'web_search_2025_08_26' }] }, search],
    [
      'openai-responses',
      'the preview of the search',
      { tools: [{ type: 'web_search_preview_2025_03_11' }] },
      { family: 'web_search', tool: 'web_search_preview', isExact: true },
    ],
    [
      'openai-responses',
      'a container',
      { tools: [{ type: 'code_interpreter', container: { type: 'auto', memory_limit: '4g' } }] },
      { family: 'code_execution', tool: 'code_execution_4g' },
    ],
    [
      'openai-responses',
      'a hosted shell',
      { tools: [{ type: 'shell', environment: { type: 'container_auto' } }] },
      { tool: 'code_execution' },
    ],
    [
      'openai-responses',
      'images of low quality',
      { tools: [{ type: 'image_generation', quality: 'low' }] },
      { family: 'image_generation', tool: 'image_generation_low', isExact: true },
    ],
    [
      'openai-responses',
      'a tool in a namespace',
      { tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'web_search' }] }] },
      { ...search, path: 'tools[0].tools[0]' },
    ],
    [
      'openai-responses',
      'a tool that an item of the input adds',
      { input: [{ type: 'additional_tools', tools: [{ type: 'file_search' }] }] },
      { tool: 'file_search', path: 'input[0].tools[0]' },
    ],
    [
      'openai-responses',
      'a tool that a search for tools found',
      { input: [{ type: 'tool_search_output', call_id: 'c', tools: [{ type: 'web_search' }] }] },
      { tool: 'web_search', path: 'input[0].tools[0]' },
    ],
    [
      'anthropic-messages',
      'a search with its limit',
      { tools: [{ type: 'web_search_20260318', name: 'web_search', max_uses: 3 }] },
      { ...search, uses: 3 },
    ],
    [
      'anthropic-messages',
      'a fetch',
      { tools: [{ type: 'web_fetch_20260318', name: 'web_fetch' }] },
      { tool: 'web_fetch', free: true },
    ],
    [
      'anthropic-messages',
      'an unknown tool',
      { tools: [{ type: 'advisor_20260301', name: 'a' }] },
      { tool: 'advisor' },
    ],
    ['gemini-generate', 'a search', { tools: [{ google_search: {} }] }, { tool: 'google_search' }],
    ['gemini-generate', 'maps', { tools: [{ googleMaps: {} }] }, { tool: 'google_maps' }],
    ['gemini-generate', 'a page', { tools: [{ urlContext: {} }] }, { free: true }],
    [
      'gemini-generate',
      'an unknown tool, charged once as no response counts it',
      { tools: [{ newTool: {} }] },
      { tool: 'new_tool', flat: 1 },
    ],
    [
      'gemini-generate',
      'a search for companies',
      { tools: [{ enterprise_web_search: {} }] },
      { tool: 'enterprise_web_search', flat: 1 },
    ],
  ])('of %s requests with %s a tool that may be billed', (dialect, _name, body, tool) => {
    expect(billableOf(dialect, body, padding)?.tools).toEqual([expect.objectContaining(tool)]);
  });

  test.each<[Dialect, object]>([
    ['openai-chat', { tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['openai-chat', { tools: [{ function: { name: 'f' } }], service_tier: null }],
    ['openai-chat', { search_parameters: { mode: 'off' }, enable_search: false, models: [] }],
    ['openai-chat', { search_options: { search_strategy: 'agent' }, enable_search: false }],
    ['openai-chat', { enable_code_interpreter: false }],
    ['openai-chat', { extra_body: { google: { thinking_config: {} } } }],
    ['openai-responses', { tools: [{ type: 'shell', environment: { type: 'local' } }] }],
    ['openai-responses', { multi_agent: { enabled: false }, prompt_cache_options: { ttl: '30m' } }],
    [
      'openai-responses',
      { input: [{ type: 'tool_search_output', tools: [{ type: 'function', name: 'f' }] }] },
    ],
    ['openai-chat', { provider: { sort: 'price', zdr: true }, deferred: false, plugins: [] }],
    ['anthropic-messages', { tools: [{ name: 'f', input_schema: { type: 'object' } }] }],
    ['anthropic-messages', { tools: [{ type: 'bash_20250124', name: 'bash' }], mcp_servers: [] }],
    ['anthropic-messages', { speed: 'standard', inference_geo: 'global' }],
    ['anthropic-messages', { anthropic_beta: ['context-1m-2025-08-07', 7, null] }],
    ['gemini-generate', { tools: [{ functionDeclarations: [] }, { computerUse: {} }] }],
    ['gemini-generate', { generationConfig: { maxOutputTokens: 9, routingConfig: null } }],
  ])('of %s requests with %j nothing but tokens', (dialect, body) => {
    expect(billableOf(dialect, body, padding)).toBeUndefined();
  });

  test.each<[Dialect, object]>([
    ['openai-responses', { tools: [{ type: 'mcp', server_url: 'https://x' }] }],
    ['anthropic-messages', { mcp_servers: [{ type: 'url', name: 'a', url: 'https://x' }] }],
    ['anthropic-messages', { tools: [{ type: 'mcp_toolset', mcp_server_name: 'a' }] }],
  ])('of %s requests with %j tool servers, which have no price', (dialect, body) => {
    expect(billableOf(dialect, body, padding)).toEqual({ tools: [], mcp: true });
  });

  test.each<[Dialect, object, object]>([
    ['openai-chat', { service_tier: 'priority' }, { tier: 'priority' }],
    ['openai-responses', { service_tier: 'flex' }, { tier: 'flex' }],
    [
      'anthropic-messages',
      { service_tier: 'auto', speed: 'fast' },
      { tier: 'auto', speed: 'fast' },
    ],
    ['anthropic-messages', { inference_geo: 'us' }, { place: 'inference_geo_us' }],
    ['gemini-generate', { serviceTier: 'SERVICE_TIER_PRIORITY' }, { tier: 'priority' }],
    ['openai-chat', { service_tier: 7 }, { tier: 'service_tier' }],
    ['openai-chat', { models: ['other'] }, { refused: 'models' }],
    ['openai-chat', { deferred: true }, { refused: 'deferred' }],
    [
      'openai-chat',
      { plugins: [{ id: 'web', max_results: 50 }] },
      { refused: 'plugins[0].max_results' },
    ],
    [
      'openai-chat',
      { tools: [{ type: 'openrouter:web_search', parameters: { max_results: '6' } }] },
      { refused: 'tools[0].parameters.max_results' },
    ],
    ['openai-chat', { provider: { order: ['azure'] } }, { refused: 'provider.order' }],
    ['openai-responses', { provider: { only: ['azure'] } }, { refused: 'provider.only' }],
    ['openai-chat', { provider: { ignore: ['deepinfra'] } }, { refused: 'provider.ignore' }],
    ['anthropic-messages', { provider: { sort: 'latency' } }, { refused: 'provider.sort' }],
    ['anthropic-messages', { provider: ['azure'] }, { refused: 'provider' }],
    ...['quantizations', 'preferred_min_throughput', 'preferred_max_latency'].map(
      (name): [Dialect, object, object] => [
        'openai-chat',
        { provider: { [name]: ['bf16'] } },
        { refused: `provider.${name}` },
      ],
    ),
    ['anthropic-messages', { fallbacks: [{ model: 'other' }] }, { refused: 'fallbacks' }],
    ...[['inline-tools-2026-09-15'], 'context-1m-2025-08-07, inline-tools-2026-09-15'].flatMap(
      (betas) =>
        ['anthropic_beta', 'betas'].map((name): [Dialect, object, object] => [
          'anthropic-messages',
          { [name]: betas },
          { refused: name },
        ]),
    ),
    ['openai-chat', { compound_custom: { models: {} } }, { refused: 'compound_custom' }],
    ['openai-responses', { multi_agent: { enabled: true } }, { refused: 'multi_agent' }],
    ['openai-chat', { safety_model: 'guard' }, { refused: 'safety_model' }],
    ...(['openai-chat', 'openai-responses'] as const).map((dialect): [Dialect, object, object] => [
      dialect,
      { prompt_cache_options: { mode: 'explicit', ttl: '12h' } },
      { refused: 'prompt_cache_options.ttl' },
    ]),
    ...['routingConfig', 'routing_config', 'modelConfig', 'modelSelectionConfig'].flatMap((name) =>
      ['generationConfig', 'generation_config'].map((config): [Dialect, object, object] => [
        'gemini-generate',
        { [config]: { [name]: { manualMode: { modelName: 'gemini-3-pro' } } } },
        { refused: `${config}.${name}` },
      ]),
    ),
    ...[
      { size: '3840x2160' },
      { size: 'huge' },
      { output_format: 'gif' },
      { frame_count: 16 },
      { output_format: 'svg' },
      { svg: { model: 'gpt-6' } },
    ].map((member): [Dialect, object, object] => [
      'openai-responses',
      { tools: [{ type: 'image_generation', quality: 'low', ...member }] },
      { refused: `tools[0].${Object.keys(member)[0]}` },
    ]),
  ])('of %s specifies with %j what multiplies its price', (dialect, body, expected) => {
    expect(billableOf(dialect, body, padding)).toMatchObject(expected);
  });
});

test.each<[Dialect, string]>([
  ['openai-chat', '"service_tier":"flex","service_tier":"priority"'],
  ['openai-chat', '"SERVICE_TIER":"priority"'],
  ['openai-chat', '"tools":[{"type":"function","function":{"name":"f"},"type":"web_search"}]'],
  ['openai-chat', '"tools":[{"type":"function","Type":"web_search"}]'],
  ['openai-chat', '"tools":[],"Tools":[{"type":"web_search"}]'],
  ['openai-chat', '"tools":[{"type":"web_search","web_search":{"enable":false,"Enable":true}}]'],
  ['openai-chat', '"tools":[{"type":"web_search","web_search":{"enable":true,"enable":false}}]'],
  [
    'openai-chat',
    '"tools":[{"type":"web_search","web_search":{"enable":false},"Web_Search":{"enable":true}}]',
  ],
  ['openai-chat', '"plugins":[{"id":"web","enabled":false,"Enabled":true}]'],
  ['openai-chat', '"plugins":[{"id":"response-healing","Id":"web"}]'],
  [
    'openai-responses',
    '"tools":[{"type":"code_interpreter","container":{"type":"auto","memory_limit":"64g","memory_limit":"1g"}}]',
  ],
  [
    'openai-responses',
    '"tools":[{"type":"code_interpreter","container":{"type":"auto","Memory_Limit":"64g"}}]',
  ],
  [
    'openai-responses',
    '"tools":[{"type":"shell","environment":{"type":"container_auto","type":"local"}}]',
  ],
  ['openai-responses', '"max_tool_calls":1,"max_tool_calls":100'],
  ['openai-responses', '"multi_agent":{"enabled":false,"enabled":true}'],
  ['anthropic-messages', '"tools":[{"type":"web_search_20250305","max_uses":1,"max_uses":99}]'],
  ['gemini-generate', '"serviceTier":"flex","service_tier":"priority"'],
])('a body of %s that readers could price differently is refused: %s', (dialect, text) => {
  const json = `${JSON.stringify(BASE[dialect]).slice(0, -1)},${text}}`;
  expect(readText(dialect, json)).toMatchObject({ fault: { code: 'duplicate_parameter' } });
});

test('every member that may be billed is guarded against other spellings', () => {
  const names = Object.values(BILLABLE_MEMBERS).flatMap((table) => [...table.keys()]);
  expect(names.filter((name) => !GUARDED_MEMBERS.includes(name))).toEqual([]);
});

test.each<[Dialect, object]>([
  ['openai-chat', { tools: Array.from({ length: 129 }, () => ({ type: 'web_search' })) }],
  ['openai-responses', { tools: Array.from({ length: 129 }, () => ({ type: 'web_search' })) }],
  [
    'openai-responses',
    {
      input: Array.from({ length: 129 }, () => ({
        type: 'additional_tools',
        tools: [{ type: 'file_search' }],
      })),
    },
  ],
  [
    'anthropic-messages',
    { tools: Array.from({ length: 129 }, () => ({ type: 'web_search_20260318', name: 'a' })) },
  ],
  ['gemini-generate', { tools: Array.from({ length: 129 }, () => ({ googleSearch: {} })) }],
])('of %s with more server tools than anybody uses is refused', (dialect, body) => {
  const result = read(dialect, body);
  expect(result.ok ? '' : result.fault.message).toContain('At most 128 tools');
});

test('a request may have any number of client functions', () => {
  const tools = Array.from({ length: 500 }, () => ({ type: 'function', function: { name: 'f' } }));
  expect(billableOf('openai-chat', { tools })).toBeUndefined();
});
