import { listProviders } from '@tollgate/dialects';
import {
  type Exchange,
  listExchanges,
  pathOf,
  type ProviderSimulator,
  type RecordedRequest,
  startCompatibleSimulator,
  startProviderSimulator,
} from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type LoggedCall,
  type RelayScene,
  startRelayScene,
} from '../../../test-support/relay-scene.ts';

/**
 * Every channel type as documented by its vendor; the pages are in `packages/dialects/fixtures/providers`.
 */
const EXCHANGES = listExchanges();
const CHATS = EXCHANGES.filter(({ kind }) => kind === undefined);
const NAMES = new Map(listProviders().map((provider) => [provider.name, provider]));
const RATIO = 2.5;
const COMPLETION = 4;
const CACHED = 0.1;
const CACHE_WRITE = 1.25;
/** Price per search or page; only Cohere's rerank and Mistral's OCR are billed by those. */
const SEARCH_USD = 0.002;

interface Vendor extends ProviderSimulator {
  /** Id of the channel with the right key; the other has a wrong one. */
  good: number;
  bad: number;
}

let scene: RelayScene;
/** An administrator's key, which may select the channel. */
let secret: string;
const vendors = new Map<string, Vendor>();
const vendorOf = ({ name }: Exchange) => vendors.get(name) as Vendor;

beforeAll(async () => {
  scene = await startRelayScene();
  secret = (await scene.gateway.token(scene.gateway.root)).secret;
  const all = (ratio: number) =>
    JSON.stringify(Object.fromEntries(EXCHANGES.map(({ request }) => [request.model, ratio])));
  await scene.gateway.setOption('ToolPrices', '{"hunyuan*":{"web_search":0}}');
  await scene.gateway.setOption('ServiceTierRatios', '{}');
  await scene.gateway.setOption('ModelRatio', all(RATIO));
  await scene.gateway.setOption('CompletionRatio', all(COMPLETION));
  await scene.gateway.setOption('CacheRatio', all(CACHED));
  await scene.gateway.setOption('CacheWriteRatio', all(CACHE_WRITE));
  await scene.gateway.setOption(
    'ModelPrice',
    JSON.stringify({ 'rerank-v3.5': SEARCH_USD, 'mistral-ocr-latest': SEARCH_USD }),
  );
  for (const exchange of EXCHANGES) {
    // oxlint-disable-next-line no-await-in-loop -- a few, and in order
    vendors.set(exchange.name, await startVendor(exchange));
  }
});
afterAll(async () => {
  await scene.close();
  await Promise.all([...vendors.values()].map(({ simulator }) => simulator.close()));
});

async function startVendor(exchange: Exchange): Promise<Vendor> {
  const started = await startProviderSimulator(exchange);
  const { provider: name, request, channel } = exchange;
  const { base_url: base, setting, key: _key, wrong_key: _wrong, ...fields } = channel;
  const provider = NAMES.get(name);
  const address = base ?? provider?.defaultBaseUrl;
  const path = address ? new URL(address).pathname.replace(/\/$/, '') : '';
  const make = async (key: string) => {
    const created = await scene.gateway.channel({
      type: provider?.type,
      key,
      base_url: started.simulator.url + path,
      models: request.model,
      ...(setting ? { setting: JSON.stringify(setting) } : {}),
      ...fields,
    });
    return created.id;
  };
  return { ...started, good: await make(started.key), bad: await make(started.wrongKey) };
}

interface Post {
  path?: string;
  channel: number;
  body: object;
  headers?: Record<string, string>;
}

async function post({ path = '/v1/chat/completions', channel, body, headers = {} }: Post) {
  const response = await fetch(scene.gateway.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}-${channel}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const PATHS = {
  completions: '/v1/completions',
  embeddings: '/v1/embeddings',
  ocr: '/v1/ocr',
  rerank: '/v1/rerank',
};
const ask = (exchange: Exchange, channel: number, stream = false) =>
  post({
    ...(exchange.kind ? { path: PATHS[exchange.kind] } : {}),
    channel,
    body: { ...exchange.request, ...(stream ? { stream } : {}) },
  });

async function lastRow(): Promise<LoggedCall> {
  const [row] = await scene.logs();
  if (!row) throw new Error('the log is empty');
  return row;
}

/** Masks what differs between calls. */
function masked(text: string): string {
  return text
    .replaceAll(/"id": ?"(?:chatcmpl-|cmpl-)?[0-9A-Za-z]+"/g, '"id":"…"')
    .replaceAll(/"created": ?\d+/g, '"created":0')
    .replaceAll(/user-\d+/g, 'user-…');
}
const jsonOf = (value: unknown) => JSON.parse(masked(JSON.stringify(value))) as unknown;

/** Expects the documented path and body; the simulator verified the signature if there is one. */
function expectArrival(exchange: Exchange, arrived: RecordedRequest | undefined, stream: boolean) {
  const { url, streamUrl = url, headers, body, streamed } = exchange.upstream;
  const target = new URL(stream ? streamUrl : url);
  expect(arrived?.path.split('?')[0]).toBe(target.pathname);
  expect(jsonOf(JSON.parse(arrived?.body ?? ''))).toEqual(
    jsonOf({ ...body, ...(stream ? streamed : {}) }),
  );
  const isFresh = headers['x-amz-date'] ?? headers['x-tc-timestamp'] ?? isToken(exchange);
  if (isFresh) return;
  expect(arrived?.path).toBe(pathOf(target.href));
  expect(arrived?.headers).toMatchObject(headers);
}

function isToken({ upstream, name }: Exchange): boolean {
  return name === 'chatglm/token' || JSON.stringify(upstream).includes('bought-token');
}

/** Expects the vendor's reported usage in the log, and the charge computed from it. */
function expectCharge({ usage }: Exchange, row: LoggedCall) {
  if (!usage) return expect(row.other.estimated).toBe(true);
  const { callFactor = 0 } = usage;
  if (callFactor > 0) return expect(row.quota).toBe(SEARCH_USD * 500_000 * callFactor);
  const count = (name: string) => usage[name] ?? 0;
  const [cached, cacheWrite] = [count('cachedTokens'), count('cacheWriteTokens')];
  const [prompt, completion] = [count('promptTokens'), count('completionTokens')];
  expect(row).toMatchObject({ prompt_tokens: prompt, completion_tokens: completion });
  expect(row.other['estimated']).toBeUndefined();
  expect(row.other['cache_tokens'] ?? 0).toBe(cached);
  expect(row.other['cache_write_tokens'] ?? 0).toBe(cacheWrite);
  expect(row.other['reasoning_tokens'] ?? 0).toBe(count('reasoningTokens'));
  const fresh = prompt - cached - cacheWrite;
  const weighted = fresh + cached * CACHED + cacheWrite * CACHE_WRITE + completion * COMPLETION;
  expect(row.quota).toBe(Math.round(weighted * RATIO));
}

test('every channel type that serves inference calls is covered', () => {
  const calling = listProviders().filter(({ upstreamDialect }) => upstreamDialect !== null);
  const here = new Set(EXCHANGES.map(({ provider }) => provider));
  expect([...here].toSorted()).toEqual(calling.map(({ name }) => name).toSorted());
});

describe.each(EXCHANGES.map((exchange): [string, Exchange] => [exchange.name, exchange]))(
  '%s',
  (_name, exchange) => {
    test.each(exchange.stream === undefined ? [false] : [false, true])(
      'is called as documented, and charged what it reports (stream: %s)',
      async (stream) => {
        const { good, simulator } = vendorOf(exchange);
        const { status, text } = await ask(exchange, good, stream);
        expect(status, text).toBe(200);
        if (stream) expect(masked(text)).toBe(masked(exchange.clientStream ?? ''));
        else
          expect(jsonOf(JSON.parse(text))).toEqual(jsonOf(exchange.received ?? exchange.response));
        expectArrival(exchange, simulator.requests.at(-1), stream);
        expectCharge(exchange, await lastRow());
      },
    );

    test.each(exchange.stream === undefined ? [false] : [false, true])(
      "handles a rejected key, which is not the caller's fault and not revealed (stream: %s)",
      async (stream) => {
        const { bad, wrongKey } = vendorOf(exchange);
        const { status, text } = await ask(exchange, bad, stream);
        expect(status, text).toBe(502);
        expect(JSON.parse(text)).toMatchObject({ error: { code: 'upstream_failed' } });
        const row = await lastRow();
        const [attempt] = row.other.admin_info?.attempts ?? [];
        expect(attempt).toMatchObject({ channel: bad });
        expect([attempt?.fault, (attempt as { kind?: string }).kind]).toContain('auth');
        expect(row.quota).toBe(0);
        for (const part of secretsOf(wrongKey)) {
          expect(text).not.toContain(part);
          expect(JSON.stringify(row)).not.toContain(part);
        }
      },
    );
  },
);

/** Returns the secret parts of a key; for a service account, its private key. */
function secretsOf(key: string): string[] {
  if (key.startsWith('{')) return [(JSON.parse(key) as { private_key: string }).private_key];
  return [key, ...key.split('|').filter((part) => part.length > 12)];
}

describe.each(CHATS.map((exchange): [string, Exchange] => [exchange.name, exchange]))(
  '%s',
  (_name, exchange) => {
    test('serves an Anthropic client, without conversion if the vendor supports that dialect', async () => {
      const { good, simulator } = vendorOf(exchange);
      const { model } = exchange.request;
      const messages = [{ role: 'user', content: 'Say hello.' }];
      const { status, text } = await post({
        path: '/v1/messages',
        channel: good,
        body: { model, max_tokens: 100, messages },
        headers: { 'anthropic-version': '2023-06-01' },
      });
      expect(status, text).toBe(200);
      const { content } = JSON.parse(text) as { content: { text?: string; name?: string }[] };
      expect(content.map((block) => block.text ?? block.name).join('')).toMatch(
        /Hello|你好|get_weather/,
      );
      const beside = OWN_MESSAGES[exchange.name];
      if (beside !== undefined) expect(simulator.requests.at(-1)?.path).toBe(beside);
    });

    test('passes its test', async () => {
      const response = await administer(`/api/channel/test/${vendorOf(exchange).good}`);
      expect(response).toMatchObject({ success: true });
    });
  },
);

const administer = async (path: string) => (await scene.gateway.root.call('GET', path)).body;

/** Where Anthropic's clients are served without conversion, besides the documented exchange. */
const OWN_MESSAGES: Readonly<Record<string, string>> = {
  'qwen/compatible': '/apps/anthropic/v1/messages',
  'minimax/chat': '/anthropic/v1/messages',
  'deepseek/chat': '/anthropic/v1/messages',
  'ollama/compatible': '/v1/messages',
};

/** Paths of embeddings and model lists, and the remaining balance in USD, at 7.3 yuan per USD. */
const BESIDE: Readonly<Record<string, { embeddings?: string; models?: string; balance?: number }>> =
  {
    'openai/chat': { embeddings: '/v1/embeddings', models: '/v1/models', balance: 100 },
    'azure/deployment': {
      embeddings: '/openai/deployments/gpt-4o-mini/embeddings?api-version=2024-10-21',
    },
    'custom/groq': {
      embeddings: '/openai/v1/embeddings',
      models: '/openai/v1/models',
    },
    'custom/vllm': { embeddings: '/v1/embeddings', models: '/v1/models', balance: 100 },
    'baidu/v2': { embeddings: '/v2/embeddings', models: '/v2/models' },
    'baidu-v2/chat': { embeddings: '/v2/embeddings', models: '/v2/models' },
    'chatglm/plain-key': {
      embeddings: '/api/paas/v4/embeddings',
      models: '/api/paas/v4/models',
    },
    'glm-4v/picture': { models: '/api/paas/v4/models' },
    'qwen/compatible': {
      embeddings: '/compatible-mode/v1/embeddings',
      models: '/compatible-mode/v1/models',
    },
    'zhinao-360/chat': { embeddings: '/v1/embeddings', models: '/v1/models' },
    'openrouter/chat': {
      embeddings: '/api/v1/embeddings',
      models: '/api/v1/models',
      balance: 30,
    },
    'hunyuan/api-key': { embeddings: '/v1/embeddings', models: '/v1/models' },
    'moonshot/chat': { models: '/v1/models', balance: 12.5 },
    'yi/chat': { models: '/v1/models' },
    'minimax/chat': { models: '/v1/models' },
    'cloudflare/chat': {
      embeddings: '/client/v4/accounts/a0123456789/ai/v1/embeddings',
      models: '/client/v4/accounts/a0123456789/ai/models/search?per_page=1000',
    },
    'siliconcloud/chat': { embeddings: '/v1/embeddings', models: '/v1/models', balance: 10.5 },
    'mistral/chat': { embeddings: '/v1/embeddings', models: '/v1/models' },
    'deepseek/chat': { models: '/v1/models', balance: 10 },
    'volcengine/chat': { embeddings: '/api/v3/embeddings', models: '/api/v3/models' },
    'xai/chat': { embeddings: '/v1/embeddings', models: '/v1/models' },
    'claude/messages': { models: '/v1/models?limit=1000' },
  };

describe.each(CHATS.filter(({ name }) => BESIDE[name]).map(({ name }) => name))('%s', (name) => {
  const { embeddings, models, balance } = BESIDE[name] ?? {};
  const exchange = CHATS.find((chat) => chat.name === name) as Exchange;
  const newest = () => vendorOf(exchange).simulator.requests.at(-1)?.path;

  if (embeddings)
    test('embeds', async () => {
      const input = JSON.stringify({ sim: { prompt_tokens: 20 } });
      const body = { model: exchange.request.model, input };
      const { good } = vendorOf(exchange);
      expect((await post({ path: '/v1/embeddings', channel: good, body })).status).toBe(200);
      expect(newest()).toBe(embeddings);
      expect(await lastRow()).toMatchObject({ prompt_tokens: 20, quota: 20 * RATIO });
    });

  if (models)
    test('lists its models, but only with its key', async () => {
      const { good, bad } = vendorOf(exchange);
      const { data } = await administer(`/api/channel/fetch_models/${good}`);
      expect(data.length).toBeGreaterThan(0);
      expect(newest()).toBe(models);
      expect((await administer(`/api/channel/fetch_models/${bad}`)).success).toBe(false);
    });

  if (balance !== undefined)
    test('reports the remaining balance', async () => {
      const response = await administer(`/api/channel/update_balance/${vendorOf(exchange).good}/`);
      expect(response['balance']).toBeCloseTo(balance);
    });
});

test('a channel whose model reads documents passes its test', async () => {
  const ocr = EXCHANGES.find(({ kind }) => kind === 'ocr') as Exchange;
  const { good, simulator } = vendorOf(ocr);
  expect(await administer(`/api/channel/test/${good}`)).toMatchObject({ success: true });
  expect(simulator.requests.at(-1)?.path).toBe('/v1/ocr');
});

test('a document is charged per page read, a missing one costs nothing', async () => {
  const ocr = EXCHANGES.find(({ kind }) => kind === 'ocr') as Exchange;
  const { good: channel } = vendorOf(ocr);
  const { model, document } = ocr.request;
  await post({ path: '/v1/ocr', channel, body: { model, document } });
  expect(await lastRow()).toMatchObject({ quota: 2 * SEARCH_USD * 500_000 });
  const refused = await post({ path: '/v1/ocr', channel, body: { model } });
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.text)).toMatchObject({ error: { param: 'document' } });
});

test('Mistral is called with its own names, and dropped members are reported', async () => {
  const { good, simulator } = vendorOf(
    CHATS.find(({ name }) => name === 'mistral/chat') as Exchange,
  );
  const call = { id: 'toolu_01', type: 'function', function: { name: 'f', arguments: '{}' } };
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: null, reasoning_content: 'Hm', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'toolu_01', content: 'warm' },
  ];
  const stream_options = { include_usage: true };
  const body = { model: 'mistral-large-latest', messages, user: 'u', stream: true, stream_options };
  expect((await post({ channel: good, body })).status).toBe(200);
  const sent = simulator.requests.at(-1)?.body ?? '';
  expect(sent).not.toMatch(/stream_options|reasoning_content/);
  const ids = [...sent.matchAll(/"(?:id|tool_call_id)":"([a-zA-Z0-9]{9})"/g)].map(([, id]) => id);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  const warnings = 'unknown;dropped;user, thinking;dropped';
  expect((await lastRow()).other).toMatchObject({ conversion_losses: warnings });
});

test('a Qwen model that only streams serves whole responses to clients that ask for them', async () => {
  const { gateway } = scene;
  const upstream = await startCompatibleSimulator();
  const fields = { type: 17, key: 'k', base_url: upstream.url, models: 'qwq-plus' };
  const { id } = await gateway.channel(fields);
  await gateway.setOption('ModelRatio', JSON.stringify({ 'qwq-plus': RATIO }));
  const sim = { prompt_tokens: 1000, completion_tokens: 50 };
  const messages = [{ role: 'user', content: JSON.stringify({ sim }) }];
  const { text } = await post({ channel: id, body: { model: 'qwq-plus', messages } });
  expect(JSON.parse(text)).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { content: 'Hello from the simulator.' } }],
    usage: sim,
  });
  expect(upstream.requests.at(-1)?.body).toContain('"stream":true');
  expect(await lastRow()).toMatchObject({ ...sim, is_stream: false });
  await upstream.close();
});
