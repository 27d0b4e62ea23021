import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DialectScene,
  MODEL_OF,
  startDialectScene,
} from '../../../test-support/dialect-scene.ts';

const CALLS = {
  openai: { path: '/v1/chat/completions', body: { messages: [{ role: 'user', content: 'Hi' }] } },
  responses: { path: '/v1/responses', body: { input: 'Hi' } },
  anthropic: {
    path: '/v1/messages',
    body: { max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
  },
  gemini: {
    path: `/v1beta/models/${MODEL_OF['gemini-generate']}:generateContent`,
    body: { contents: [{ parts: [{ text: 'Hi' }] }] },
  },
};

let scene: DialectScene;
beforeAll(async () => {
  scene = await startDialectScene();
});
afterAll(() => scene.close());

async function call(
  path: string,
  {
    method = 'POST',
    headers = {},
    body,
  }: { method?: string; headers?: object; body?: unknown } = {},
) {
  const response = await fetch(scene.gateway.url + path, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    headers: response.headers,
    json: () => JSON.parse(text) as unknown,
  };
}

describe('keys', () => {
  const places: [string, (key: string) => { headers?: Record<string, string>; query?: string }][] =
    [
      ['Authorization', (key) => ({ headers: { authorization: `Bearer ${key}` } })],
      ['x-api-key', (key) => ({ headers: { 'x-api-key': key } })],
      ['x-goog-api-key', (key) => ({ headers: { 'x-goog-api-key': key } })],
      ['the query', (key) => ({ query: `?key=${key}` })],
    ];

  test.each(
    Object.keys(CALLS).flatMap((name) => places.map(([place, put]) => [name, place, put] as const)),
  )('keys of %s callers are accepted from %s', async (name, _place, put) => {
    const { path, body } = CALLS[name as keyof typeof CALLS];
    const { headers, query = '' } = put(scene.target.secret);
    const model = MODEL_OF['openai-chat'];
    const response = await call(path + query, { headers: headers ?? {}, body: { model, ...body } });
    expect(response.status).toBe(200);
  });

  test("keys in the dialect's own location take precedence over others", async () => {
    const { path, body } = CALLS.anthropic;
    const headers = { authorization: 'Bearer sk-other', 'x-api-key': scene.target.secret };
    const response = await call(path, {
      headers,
      body: { model: MODEL_OF['openai-chat'], ...body },
    });
    expect(response.status).toBe(200);
  });
});

describe('errors', () => {
  const anthropic = (type: string) => ({
    type: 'error',
    error: { type, message: expect.any(String) as string },
    request_id: expect.any(String) as string,
  });
  const gemini = (code: number, status: string) => ({
    error: { code, status, message: expect.any(String) as string },
  });
  const openai = (code: string) => ({ error: { code, message: expect.any(String) as string } });

  test.each([
    ['POST', '/v1/messages', 401, anthropic('authentication_error')],
    ['POST', '/v1/messages/batches', 501, anthropic('api_error')],
    ['GET', '/v1/messages', 405, anthropic('invalid_request_error')],
    ['POST', '/v1beta/models/m:generateContent', 401, gemini(401, 'UNAUTHENTICATED')],
    ['POST', '/v1beta/models/m:embedContent', 401, gemini(401, 'UNAUTHENTICATED')],
    ['GET', '/v1beta/nothing', 404, gemini(404, 'NOT_FOUND')],
    // Google's client sends the content of files here.
    ['POST', '/upload/v1beta/files', 501, gemini(501, 'UNIMPLEMENTED')],
    ['POST', '/upload/v1/files', 501, gemini(501, 'UNIMPLEMENTED')],
    ['POST', '/v1alpha/models/m:generateContent', 404, gemini(404, 'NOT_FOUND')],
    ['POST', '/v1/models/m:generateContent', 401, gemini(401, 'UNAUTHENTICATED')],
    ['POST', '/v1/responses', 401, openai('invalid_api_key')],
    ['GET', '/v1/nothing', 404, openai('unknown_url')],
    ['POST', '/v1beta/openai/chat/completions', 401, openai('invalid_api_key')],
  ])(
    'errors of %s %s are reported with status %i in the dialect of the path',
    async (method, path, status, body) => {
      const response = await call(path, { method });
      expect(response.status).toBe(status);
      expect(response.json()).toMatchObject(body);
    },
  );

  test('errors of unknown paths are in the dialect of the headers', async () => {
    const response = await call('/v1/nothing', { headers: { 'anthropic-version': '2023-06-01' } });
    expect(response.json()).toMatchObject(anthropic('not_found_error'));
    expect(response.headers.get('request-id')).toBe(response.headers.get('x-request-id'));
  });

  test.each(Object.values(CALLS))(
    'errors of a malformed body to $path name the problem',
    async ({ path }) => {
      const headers = { authorization: `Bearer ${scene.target.secret}` };
      const response = await call(path, { headers, body: '{"model":' });
      expect(response.status).toBe(400);
      expect(response.text).toContain('valid JSON');
    },
  );

  test.each(Object.keys(CALLS))(
    'errors of upstreams reveal no address and no key to %s callers',
    async (name) => {
      const { path, body } = CALLS[name as keyof typeof CALLS];
      await scene.gateway.channel({
        models: 'gpt-4',
        key: 'sk-canary',
        base_url: 'http://127.0.0.1:9',
      });
      const headers = { authorization: `Bearer ${scene.target.secret}` };
      const target = path.replace(MODEL_OF['gemini-generate'], 'gpt-4');
      const response = await call(target, { headers, body: { model: 'gpt-4', ...body } });
      expect(response.status).toBe(502);
      expect(response.text).not.toMatch(/127\.0\.0\.1|sk-canary/);
    },
  );
});

describe('lists of models', () => {
  const all = Object.values(MODEL_OF).toSorted();

  test('are readable by every vendor’s client', async () => {
    const { url, secret } = scene.target;
    const openai = new OpenAI({ apiKey: secret, baseURL: `${url}/v1` });
    const anthropic = new Anthropic({ apiKey: secret, baseURL: url });
    const google = new GoogleGenAI({ apiKey: secret, httpOptions: { baseUrl: url } });
    const ofGoogle: string[] = [];
    for await (const { name } of await google.models.list({ config: { queryBase: true } }))
      ofGoogle.push(name ?? '');
    expect((await openai.models.list()).data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(all),
    );
    expect((await anthropic.models.list()).data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(all),
    );
    expect(ofGoogle).toEqual(expect.arrayContaining(all.map((id) => `models/${id}`)));
    expect(await anthropic.models.retrieve('gpt-4o')).toMatchObject({
      type: 'model',
      id: 'gpt-4o',
    });
    expect(await google.models.get({ model: 'gpt-4o' })).toMatchObject({ name: 'models/gpt-4o' });
  });
});

describe('token counts', () => {
  const messages = [{ role: 'user' as const, content: 'one two three' }];

  test('come from an upstream of the dialect and cost nothing', async () => {
    const before = await scene.balance();
    const { url, secret } = scene.target;
    const anthropic = new Anthropic({ apiKey: secret, baseURL: url });
    const google = new GoogleGenAI({ apiKey: secret, httpOptions: { baseUrl: url } });
    const claude = MODEL_OF['anthropic-messages'];
    const gemini = MODEL_OF['gemini-generate'];
    expect(await anthropic.messages.countTokens({ model: claude, messages })).toEqual({
      input_tokens: 10,
    });
    expect(await google.models.countTokens({ model: gemini, contents: 'one' })).toMatchObject({
      totalTokens: 10,
    });
    expect(scene.simulators['gemini-generate'].requests.at(-1)?.path).toBe(
      `/v1beta/models/${gemini}:countTokens`,
    );
    expect(await scene.balance()).toBe(before);
  });

  test('over the limits of a key are estimated: no channel is called for free', async () => {
    const { gateway } = scene;
    await gateway.setOption('RateLimits', JSON.stringify([{ per: 'user', requests: 1 }]));
    const headers = { 'x-api-key': scene.target.secret };
    const body = { model: MODEL_OF['anthropic-messages'], messages };
    const { requests } = scene.simulators['anthropic-messages'];
    const before = requests.length;
    const responses = await Promise.all(
      [1, 2, 3].map(() => call('/v1/messages/count_tokens', { headers, body })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(requests.length).toBe(before + 1);
    await gateway.setOption('RateLimits', '[]');
  });

  test('are estimated, and marked as such, if no upstream can count', async () => {
    const headers = { 'x-api-key': scene.target.secret };
    const body = { model: MODEL_OF['openai-chat'], messages };
    const response = await call('/v1/messages/count_tokens', { headers, body });
    const { input_tokens } = response.json() as { input_tokens: number };
    expect(input_tokens).toBeGreaterThanOrEqual(3);
    expect(input_tokens).toBeLessThan(20);
    expect(response.headers.get('x-tollgate-estimated')).toBe('true');
  });
});
