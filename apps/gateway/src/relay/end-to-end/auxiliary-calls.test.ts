import { GoogleGenAI } from '@google/genai';
import {
  type Script,
  type Simulator,
  startCloudflareSimulator,
  startCohereSimulator,
  startCompatibleSimulator,
  startGeminiSimulator,
  startJinaSimulator,
  startOllamaSimulator,
} from '@tollgate/simulators';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const KEY = 'upstream-key';
/** Providers of embeddings and reranks. The model's name selects the provider. */
const UPSTREAMS = {
  openai: { start: startCompatibleSimulator, type: 1, model: 'text-embedding-3-small' },
  gemini: { start: startGeminiSimulator, type: 24, model: 'gemini-embedding-001' },
  cohere: { start: startCohereSimulator, type: 34, model: 'embed-v4.0' },
  ollama: { start: startOllamaSimulator, type: 4, model: 'text-embedding-ada-002' },
  jina: { start: startJinaSimulator, type: 38, model: 'text-embedding-3-large' },
} as const;
const RERANKERS = {
  cohere: { start: startCohereSimulator, type: 34, path: '/v2/rerank' },
  jina: { start: startJinaSimulator, type: 38, path: '/v1/rerank' },
  siliconcloud: {
    start: () => startCompatibleSimulator({ apiKeys: [KEY], looksLikeSilicon: true }),
    type: 40,
    path: '/v1/rerank',
  },
  qwen: {
    start: startCompatibleSimulator,
    type: 17,
    path: '/api/v1/services/rerank/text-rerank/text-rerank',
  },
  cloudflare: {
    start: startCloudflareSimulator,
    type: 39,
    other: 'acc',
    path: '/client/v4/accounts/acc/ai/run/{model}',
  },
  custom: { start: startCompatibleSimulator, type: 8, path: '/v1/rerank' },
} as const;
type Upstream = keyof typeof UPSTREAMS;
type Reranker = keyof typeof RERANKERS;
/** Each reranker has one model priced by tokens and one priced per search. */
const modelOf = (name: Reranker, priced: 'tokens' | 'call') => `rerank-${name}-${priced}`;
const pathOf = (name: Reranker, priced: 'tokens' | 'call') =>
  RERANKERS[name].path.replace('{model}', modelOf(name, priced));

let scene: RelayScene;
const simulators = new Map<string, Simulator>();
const channels = new Map<string, number>();

beforeAll(async () => {
  scene = await startRelayScene();
  const { gateway } = scene;
  const rerankers = Object.keys(RERANKERS) as Reranker[];
  const prices = (priced: 'tokens' | 'call', price: number) =>
    JSON.stringify(Object.fromEntries(rerankers.map((name) => [modelOf(name, priced), price])));
  await gateway.setOption('ModelPrice', prices('call', 0.002));
  await gateway.setOption(
    'ModelRatio',
    JSON.stringify({
      ...(JSON.parse(prices('tokens', 0.5)) as object),
      ...Object.fromEntries(Object.values(UPSTREAMS).map(({ model }) => [model, 0.5])),
    }),
  );
  const start = async (
    name: string,
    upstream: { start: typeof startCohereSimulator; type: number; other?: string },
    models: string,
  ) => {
    const simulator = await upstream.start({ apiKeys: [KEY] });
    simulators.set(name, simulator);
    const { type, other = '' } = upstream;
    const fields = { name, type, other, key: KEY, base_url: simulator.url, models };
    channels.set(name, (await gateway.channel(fields)).id);
  };
  for (const [name, upstream] of Object.entries(UPSTREAMS))
    // oxlint-disable-next-line no-await-in-loop -- a few, and in order
    await start(name, upstream, upstream.model);
  for (const name of rerankers)
    // oxlint-disable-next-line no-await-in-loop -- a few, and in order
    await start(
      `rerank ${name}`,
      RERANKERS[name],
      `${modelOf(name, 'tokens')},${modelOf(name, 'call')}`,
    );
});
afterAll(async () => {
  await scene.close();
  for (const simulator of simulators.values()) await simulator.close();
});

const lastRequest = (name: string) => simulators.get(name)?.requests.at(-1);
const lastRow = async () => {
  const [row] = await scene.logs();
  if (!row) throw new Error('the log is empty');
  return row;
};
const wish = (sim: Partial<Script>) => JSON.stringify({ sim });
const balance = async () =>
  (await scene.owner.call('GET', '/api/user/self')).body.data.quota as number;

async function post(path: string, body: unknown) {
  const response = await fetch(scene.gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, json: JSON.parse(text) as Record<string, unknown> };
}

describe.each(Object.keys(UPSTREAMS) as Upstream[])('embeddings of %s', (name) => {
  const { model } = UPSTREAMS[name];

  test.each(['float', 'base64', undefined] as const)(
    'reach an OpenAI client in the format %s and cost the reported tokens',
    async (format) => {
      const client = new OpenAI({ apiKey: scene.secret, baseURL: `${scene.gateway.url}/v1` });
      const before = await balance();
      const response = await client.embeddings.create({
        model,
        input: [wish({ prompt_tokens: 40 }), 'two'],
        dimensions: 3,
        ...(format ? { encoding_format: format } : {}),
      });
      const numbers = [0.25, -0.5, 0.125];
      const encoded = Buffer.from(new Float32Array(numbers).buffer).toString('base64');
      const expected = format === 'base64' ? encoded : numbers;
      expect(response.data.map(({ embedding }) => embedding)).toEqual([expected, expected]);
      expect(response.usage).toMatchObject({ total_tokens: 40 });
      expect(before - (await balance())).toBe(20);
      expect(await lastRow()).toMatchObject({
        quota: 20,
        prompt_tokens: 40,
        completion_tokens: 0,
      });
    },
  );

  test('reach a Google client, one or many', async () => {
    const client = new GoogleGenAI({
      apiKey: scene.secret,
      httpOptions: { baseUrl: scene.gateway.url },
    });
    const { embeddings } = await client.models.embedContent({
      model,
      contents: [wish({ prompt_tokens: 40 }), 'two'],
      config: { outputDimensionality: 2, taskType: 'RETRIEVAL_QUERY' },
    });
    expect(embeddings).toEqual([{ values: [0.25, -0.5] }, { values: [0.25, -0.5] }]);
    expect(await lastRow()).toMatchObject({ quota: 20, prompt_tokens: 40 });
    const one = await post(`/v1beta/models/${model}:embedContent`, {
      content: { parts: [{ text: 'one' }] },
    });
    expect(one.json).toMatchObject({ embedding: { values: [0.25, -0.5, 0.125] } });
  });

  test('cost an estimate, marked in the log, if no tokens were reported', async () => {
    await post('/v1/embeddings', { model, input: wish({ fault: 'no-usage' }) });
    const row = await lastRow();
    expect(row.other.estimated).toBe(true);
    expect(row.prompt_tokens).toBeGreaterThan(5);
    expect(row.quota).toBe(Math.round(row.prompt_tokens / 2));
  });

  test('failed embeddings are an error in the dialect of the client and cost nothing', async () => {
    const before = await balance();
    const text = wish({ fault: 'status-400' });
    const openai = await post('/v1/embeddings', { model, input: text });
    expect(openai).toMatchObject({ status: 400, json: { error: { message: /temperature/ } } });
    const google = await post(`/v1beta/models/${model}:embedContent`, {
      content: { parts: [{ text }] },
    });
    expect(google).toMatchObject({ status: 400, json: { error: { status: 'INVALID_ARGUMENT' } } });
    expect(await balance()).toBe(before);
  });
});

test('images to embed or to rank cost the tokens that are reported, however short their addresses', async () => {
  const tokens = 40_000;
  const image = 'https://a.example/b.png';
  const text = wish({ prompt_tokens: tokens });
  await post('/v1/embeddings', { model: UPSTREAMS.jina.model, input: [text, { image }] });
  const row = await lastRow();
  expect(row).toMatchObject({ prompt_tokens: tokens, quota: tokens / 2 });
  expect(row.other.usage_claim).toBeUndefined();
  const documents = [{ text: '', image }];
  await post('/v1/rerank', { model: modelOf('jina', 'tokens'), query: text, documents });
  expect(await lastRow()).toMatchObject({ prompt_tokens: tokens, quota: tokens / 2 });
});

test('embeddings at an engine path use the model in the path, whatever the body names', async () => {
  const { model } = UPSTREAMS.jina;
  for (const body of [{ input: wish({ prompt_tokens: 40 }) }, { model: 'x', input: 'one' }]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { status, json } = await post(`/v1/engines/${model}/embeddings`, body);
    expect([status, json['model']]).toEqual([200, model]);
  }
  expect(await lastRow()).toMatchObject({ model_name: model });
});

test('a malformed embeddings body gets an error that names the problem', async () => {
  const { model } = UPSTREAMS.cohere;
  expect(await post(`/v1beta/models/${model}:embedContent`, {})).toMatchObject({ status: 400 });
  expect(await post('/v1/embeddings', { model, input: [[1, 2]] })).toMatchObject({
    status: 400,
    json: { error: { param: 'input', code: 'unsupported_by_upstream' } },
  });
});

const DOCUMENTS = ['one', { text: 'two' }, 'three'];

describe.each(Object.keys(RERANKERS) as Reranker[])('a rerank of %s', (name) => {
  const ask = (priced: 'tokens' | 'call', sim: Partial<Script>, further: object = {}) =>
    post('/v1/rerank', {
      model: modelOf(name, priced),
      query: wish(sim),
      documents: DOCUMENTS,
      ...further,
    });
  const countsSearches = name === 'cohere';

  test("has Jina's format, which Cohere's clients read as well", async () => {
    const { json } = await ask('tokens', {}, { top_n: 2, return_documents: true });
    const results = json['results'] as {
      index: number;
      relevance_score: number;
      document: unknown;
    }[];
    expect(results.map(({ index }) => index)).toEqual([2, 1]);
    expect(results[0]?.relevance_score).toBe(1);
    expect(JSON.stringify(results[1]?.document)).toContain('two');
    const request = lastRequest(`rerank ${name}`);
    expect(request?.path).toBe(pathOf(name, 'tokens'));
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test('costs the reported tokens, otherwise an estimate that the log marks', async () => {
    await ask('tokens', { prompt_tokens: 40 });
    const row = await lastRow();
    expect(row.other.estimated).toBe(countsSearches ? true : undefined);
    if (!countsSearches) expect(row).toMatchObject({ prompt_tokens: 40, quota: 20 });
    expect(row.quota).toBe(Math.max(1, Math.round(row.prompt_tokens / 2)));
    await ask('tokens', { fault: 'no-usage' });
    const unknown = await lastRow();
    expect(unknown.other.estimated).toBe(true);
    expect(unknown.prompt_tokens).toBeGreaterThan(10);
  });

  test('costs its price per search if searches are reported, otherwise once', async () => {
    const documents = Array<string>(250).fill('short');
    const before = await balance();
    await ask('call', {}, { documents });
    const row = await lastRow();
    // 0.002 USD is 1,000 of 500,000.
    expect(row.quota).toBe(countsSearches ? 3000 : 1000);
    expect(row.other).toMatchObject({
      model_price: 0.002,
      ...(countsSearches ? { call_factor: 3 } : {}),
    });
    expect(row.other.estimated).toBeUndefined();
    expect(before - (await balance())).toBe(row.quota);
  });

  test('is used to test its channel', async () => {
    const id = channels.get(`rerank ${name}`);
    const { body } = await scene.gateway.root.call('GET', `/api/channel/test/${id}`);
    expect(body).toMatchObject({ success: true });
    expect(lastRequest(`rerank ${name}`)?.path).toBe(pathOf(name, 'tokens'));
  });

  test('a failed rerank is an error and costs nothing', async () => {
    const before = await balance();
    expect(await ask('tokens', { fault: 'status-400' })).toMatchObject({
      status: 400,
      json: { error: { message: /temperature/ } },
    });
    expect(await balance()).toBe(before);
  });
});

describe('a rerank', () => {
  test('a rerank whose searches were not reported costs their probable number, and the log records it', async () => {
    const body = {
      model: modelOf('cohere', 'call'),
      query: wish({ fault: 'no-usage' }),
      documents: Array<string>(250).fill('short'),
    };
    await post('/v2/rerank', body);
    expect(await lastRow()).toMatchObject({
      quota: 3000,
      other: { call_factor: 3, estimated: true },
    });
  });

  test('is refused if the balance is too small for its searches', async () => {
    const poor = await scene.gateway.user({ quota: 2500 });
    const { secret } = await scene.gateway.token(poor);
    const response = await fetch(`${scene.gateway.url}/v1/rerank`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify({
        model: modelOf('cohere', 'call'),
        query: 'q',
        documents: Array<string>(250).fill('short'),
      }),
    });
    expect(response.status).toBe(402);
  });

  test.each([
    [{ query: 'q', documents: ['a'] }, 'model'],
    [{ model: 'm', documents: ['a'] }, 'query'],
    [{ model: 'm', query: 'q' }, 'documents'],
    [{ model: 'm', query: 'q', documents: ['a', 7] }, 'documents[1]'],
  ])('a malformed rerank body gets an error that names the problem: %j', async (body, param) => {
    expect(await post('/v1/rerank', body)).toMatchObject({
      status: 400,
      json: { error: { param } },
    });
  });
});
