import { generateKeyPairSync } from 'node:crypto';
import Anthropic from '@anthropic-ai/sdk';
import type { Dialect } from '@tollgate/dialects';
import { startVertexSimulator, type VertexSimulator } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeOf } from '../../../test-support/charge-of.ts';
import {
  type CallerScene,
  openCallerScene,
  scriptText,
} from '../../../test-support/dialect-scene.ts';
import { startTestGateway } from '../../../test-support/test-gateway.ts';
import { manualClock } from '../../platform/clock.ts';

const GEMINI = 'gemini-2.5-pro';
const CLAUDE = 'claude-sonnet-4-6';
const OPEN = 'meta/llama-4-maverick';
const MODELS = [GEMINI, CLAUDE, 'gpt-4o'];
const DIALECTS: readonly Dialect[] = ['openai-chat', 'anthropic-messages', 'gemini-generate'];
const CALLS = DIALECTS.flatMap((dialect) =>
  MODELS.map((model): [Dialect, string] => [dialect, model]),
);
const HOUR_MS = 3_600_000;
const privateKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

let vertex: VertexSimulator;
let scene: CallerScene;
let channel: { id: number };
const clock = manualClock(Date.UTC(2026, 10, 21));
/** How far Google's clock is ahead of ours. */
let skewMs = 0;
const keyWith = (changes: object) => JSON.stringify({ ...vertex.account, ...changes });

beforeAll(async () => {
  vertex = await startVertexSimulator({
    account: {
      type: 'service_account',
      project_id: 'p-1',
      private_key_id: 'k1',
      private_key: privateKey(),
      client_email: 'gateway@p-1.iam.gserviceaccount.com',
    },
    expressKey: 'AQ.simulated',
    nowMs: () => clock.nowMs() + skewMs,
  });
  scene = await openCallerScene(await startTestGateway({ clock }));
  await scene.gateway.setOption('RetryTimes', '1');
  channel = await addChannel({ models: MODELS.join(',') });
});
afterAll(async () => {
  await scene.gateway.close();
  await vertex.close();
});
/** Models of other publishers are called under one of our names that has a price. */
const addChannel = (fields: Record<string, unknown>) =>
  scene.gateway.channel({
    type: 41,
    base_url: vertex.url,
    other: 'us-east5',
    model_mapping: JSON.stringify({ 'gpt-4o': OPEN }),
    key: keyWith({}),
    ...fields,
  });
const removeChannel = async (id: number) => {
  await scene.gateway.root.call('DELETE', `/api/channel/${id}`);
};
const ask = (model = GEMINI, text = 'Hi') => scene.clients['openai-chat'].ask({ model, text });

describe.each(CALLS)('a client of %s reaches %s on Vertex', (dialect, model) => {
  test.each([false, true])('gets text, charged by the formula (stream: %s)', async (stream) => {
    const before = await scene.balance();
    const usage = { prompt_tokens: 1000, cached_tokens: 200, completion_tokens: 50 };
    const text = scriptText({ ...usage, tokens: 5 });
    const response = await scene.clients[dialect].ask({ model, text, stream });
    expect(response).toMatchObject({ text: 'Hello from the simulator.', calls: [] });
    const row = await scene.lastCall();
    expect(row).toMatchObject({ prompt_tokens: 1000, completion_tokens: 50, is_stream: stream });
    expect(row.other).toMatchObject({ cache_tokens: 200 });
    expect(row.quota).toBe(chargeOf(row));
    expect(before - (await scene.balance())).toBe(row.quota);
  });

  test.each([false, true])('can call tools and send their results (stream: %s)', async (stream) => {
    const question = { model, text: 'call tool', tools: ['get_weather'], stream };
    const first = await scene.clients[dialect].ask(question);
    expect(first.calls.map(({ name }) => name)).toEqual(['get_weather']);
    const after = { response: first, results: ['warm'] };
    const second = await scene.clients[dialect].ask({ ...question, after });
    expect(second.text).toBe('Hello from the simulator.');
  });

  test('gets its errors', async () => {
    const text = scriptText({ fault: 'status-400-context-length' });
    const failed = scene.clients[dialect].ask({ model, text });
    await expect(failed).rejects.toMatchObject({ status: 400 });
  });
});

describe('the token of a service account', () => {
  test('is requested once for concurrent calls, and cached', async () => {
    clock.advance(2 * HOUR_MS);
    const before = vertex.tokensAsked();
    await Promise.all([ask(), ask(CLAUDE), ask()]);
    await ask();
    expect(vertex.tokensAsked() - before).toBe(1);
  });

  test('is renewed before it expires, while calls continue with the old one', async () => {
    clock.advance(2 * HOUR_MS);
    await ask();
    const before = vertex.tokensAsked();
    clock.advance(55 * 60_000);
    await ask();
    await vertex.until(() => vertex.tokensAsked() === before + 1);
    await ask();
    expect(vertex.tokensAsked()).toBe(before + 1);
  });

  test('is requested again after it was revoked, without the caller noticing', async () => {
    clock.advance(2 * HOUR_MS);
    await ask();
    clock.advance(10 * 60_000);
    vertex.withdrawTokens();
    expect((await ask()).text).toBe('Hello from the simulator.');
    const admin = (await scene.lastCall()).other['admin_info'];
    expect(admin).toMatchObject({ attempts: [{ status: 401, kind: 'auth' }, { status: 200 }] });
  });
});

describe('a key that gets no token', () => {
  test.each([
    ['of another key pair', () => ({ private_key: privateKey() }), 'auth'],
    ['of an unknown account', () => ({ client_email: 'x@y.iam.gserviceaccount.com' }), 'auth'],
    ['that is no private key', () => ({ private_key: 'nonsense' }), 'auth'],
    ['whose token server is away', () => ({ token_uri: 'http://127.0.0.1:1/token' }), 'network'],
  ])('%s is a channel fault, and the next channel responds', async (_name, changes, kind) => {
    const bad = await addChannel({ models: GEMINI, key: keyWith(changes()), priority: 9 });
    try {
      expect((await ask()).text).toBe('Hello from the simulator.');
      const admin = (await scene.lastCall()).other['admin_info'];
      expect(admin).toMatchObject({ attempts: [{ channel: bad.id, status: 0 }, { status: 200 }] });
      const [first] = (admin as { attempts: { kind?: string; fault?: string }[] }).attempts;
      expect(first?.kind ?? first?.fault).toBe(kind);
    } finally {
      await removeChannel(bad.id);
    }
  });

  test('disables its channel, unless our clock is wrong', async () => {
    await scene.gateway.setOption('AutomaticDisableChannelEnabled', 'true');
    const statusOf = async (id: number) =>
      (await scene.gateway.root.call('GET', `/api/channel/${id}`)).body.data.status;
    const bad = await addChannel({
      models: 'gemini-2.5-flash',
      key: keyWith({ private_key: 'x' }),
    });
    const good = await addChannel({ models: 'gemini-2.5-flash-lite' });
    try {
      await expect(ask('gemini-2.5-flash')).rejects.toMatchObject({ status: 502 });
      await expect.poll(() => statusOf(bad.id)).toBe(3);
      skewMs = 2 * HOUR_MS;
      clock.advance(2 * HOUR_MS);
      await expect(ask('gemini-2.5-flash-lite')).rejects.toMatchObject({ status: 502 });
      expect(await statusOf(good.id)).toBe(1);
    } finally {
      skewMs = 0;
      await scene.gateway.setOption('AutomaticDisableChannelEnabled', 'false');
      await removeChannel(bad.id);
      await removeChannel(good.id);
    }
  });
});

test('an express-mode API key calls Gemini without a project', async () => {
  const model = 'gemini-2.5-flash';
  const express = await addChannel({ models: model, key: 'AQ.simulated' });
  expect((await ask(model)).text).toBe('Hello from the simulator.');
  expect(vertex.requests.at(-1)?.path).toBe(
    `/v1/publishers/google/models/${model}:generateContent`,
  );
  await removeChannel(express.id);
});

test('embeddings have the requested number and dimensions', async () => {
  const model = 'text-embedding-3-small';
  const mapping = JSON.stringify({ [model]: 'text-embedding-005' });
  const embedder = await addChannel({ models: model, model_mapping: mapping });
  const response = await fetch(`${scene.target.url}/v1/embeddings`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${scene.target.secret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      model,
      input: [scriptText({ prompt_tokens: 77 }), 'two'],
      dimensions: 4,
    }),
  });
  const { data } = (await response.json()) as { data: { embedding: number[] }[] };
  expect(data.map(({ embedding }) => embedding.length)).toEqual([4, 4]);
  expect(vertex.requests.at(-1)?.path).toMatch(/\/models\/text-embedding-005:predict$/);
  const row = await scene.lastCall();
  expect(row).toMatchObject({ prompt_tokens: 77, completion_tokens: 0, quota: chargeOf(row) });
  await removeChannel(embedder.id);
});

test("a Gemini client gets Vertex's token count", async () => {
  const path = `/v1beta/models/${GEMINI}:countTokens`;
  const body = JSON.stringify({
    contents: [{ parts: [{ text: scriptText({ prompt_tokens: 123 }) }] }],
  });
  const headers = { 'x-goog-api-key': scene.target.secret, 'content-type': 'application/json' };
  const response = await fetch(scene.target.url + path, { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject({ totalTokens: 123 });
  expect(vertex.requests.at(-1)?.path).toContain(`/publishers/google/models/${GEMINI}:countTokens`);
});

test("an Anthropic client gets Vertex's token count for Claude", async () => {
  const client = new Anthropic({ apiKey: scene.target.secret, baseURL: scene.target.url });
  const messages = [{ role: 'user' as const, content: scriptText({ prompt_tokens: 77 }) }];
  expect(await client.messages.countTokens({ model: CLAUDE, messages })).toEqual({
    input_tokens: 77,
  });
  const { path, body = '' } = vertex.requests.at(-1) ?? {};
  expect(path).toMatch(/\/publishers\/anthropic\/models\/count-tokens:rawPredict$/);
  expect(JSON.parse(body)).toMatchObject({ model: CLAUDE });
});

test('the console tests a channel and shows why its key gets no token', async () => {
  const tested = async (id: number) =>
    (await scene.gateway.root.call('GET', `/api/channel/test/${id}`)).body;
  expect((await tested(channel.id)).success).toBe(true);
  const bad = await addChannel({ models: GEMINI, key: keyWith({ private_key: privateKey() }) });
  expect(JSON.stringify(await tested(bad.id))).toContain('Invalid JWT Signature');
  await removeChannel(bad.id);
});
