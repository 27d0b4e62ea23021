import Anthropic from '@anthropic-ai/sdk';
import type { Dialect } from '@tollgate/dialects';
import { type Simulator, startBedrockSimulator } from '@tollgate/simulators';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chargeOf } from '../../../test-support/charge-of.ts';
import {
  type CallerScene,
  openCallerScene,
  scriptText,
} from '../../../test-support/dialect-scene.ts';
import { startTestGateway } from '../../../test-support/test-gateway.ts';

const MODEL = 'claude-haiku-4-5';
/** Never fetched from, whatever the operator allows. */
const METADATA = 'http://169.254.169.254/latest/meta-data/';
const ACCOUNT = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-west-1',
};
const KEY = `${ACCOUNT.accessKeyId}|${ACCOUNT.secretAccessKey}|${ACCOUNT.region}`;
const USAGE = {
  prompt_tokens: 1000,
  cached_tokens: 200,
  completion_tokens: 50,
  reasoning_tokens: 20,
};
const DIALECTS: readonly Dialect[] = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
];

let bedrock: Simulator;
let scene: CallerScene;

beforeAll(async () => {
  bedrock = await startBedrockSimulator({ account: ACCOUNT, bearerKey: 'ABSKsimulated' });
  const env = { ALLOW_PRIVATE_MEDIA: 'on' };
  scene = await openCallerScene(await startTestGateway({ env }));
  await scene.gateway.setOption('RetryTimes', '1');
  await scene.gateway.channel({ type: 33, models: MODEL, base_url: bedrock.url, key: KEY });
});
afterAll(async () => {
  await scene.gateway.close();
  await bedrock.close();
});

/** Runs with a dedicated channel; the model has no other. */
async function withChannel(fields: Record<string, unknown>, run: (id: number) => Promise<void>) {
  const channelFields = { type: 33, base_url: bedrock.url, key: KEY, ...fields };
  const { id } = await scene.gateway.channel(channelFields);
  try {
    await run(id);
  } finally {
    await scene.gateway.root.call('DELETE', `/api/channel/${id}`);
  }
}

describe.each(DIALECTS)('a client of %s reaches Claude on Bedrock', (dialect) => {
  test.each([false, true])('gets text, charged by the formula (stream: %s)', async (stream) => {
    const before = await scene.balance();
    const text = scriptText({ ...USAGE, tokens: 5 });
    const response = await scene.clients[dialect].ask({ model: MODEL, text, stream });
    expect(response).toMatchObject({ text: 'Hello from the simulator.', calls: [] });
    expect(response.pieces).toBe(stream ? 5 : 1);
    const row = await scene.lastCall();
    expect(row).toMatchObject({ prompt_tokens: 1000, completion_tokens: 50, is_stream: stream });
    expect(row.other).toMatchObject({ cache_tokens: 200, model_ratio: 0.5, completion_ratio: 5 });
    expect(row.quota).toBe(chargeOf(row));
    expect(before - (await scene.balance())).toBe(row.quota);
  });

  test.each([false, true])('can call tools and send their results (stream: %s)', async (stream) => {
    const question = { model: MODEL, text: 'call tool', tools: ['get_weather'], stream };
    const first = await scene.clients[dialect].ask(question);
    expect(first.calls.map(({ name, args }) => [name, args])).toEqual([
      ['get_weather', { city: 'Paris' }],
    ]);
    const after = { response: first, results: ['warm'] };
    const second = await scene.clients[dialect].ask({ ...question, after });
    expect(second.text).toBe('Hello from the simulator.');
  });

  test('gets its errors', async () => {
    const text = scriptText({ fault: 'status-400-context-length' });
    const failed = scene.clients[dialect].ask({ model: MODEL, text });
    await expect(failed).rejects.toMatchObject({ status: 400 });
    await expect(failed).rejects.toThrow(/maximum context length/);
  });

  test.each(['cut-mid-stream', 'error-mid-stream'] as const)(
    'never gets a stream that ends by %s as complete',
    async (fault) => {
      const text = scriptText({ fault, tokens: 4 });
      await expect(
        scene.clients[dialect].ask({ model: MODEL, text, stream: true }),
      ).rejects.toThrow();
      const row = await scene.lastCall();
      expect(row.other.end).toBe('interrupted');
      expect(row.quota).toBe(chargeOf(row));
    },
  );
});

test('frames that arrive byte by byte are reassembled', async () => {
  const text = scriptText({ fault: 'split-bytes', text: 'Grüße, 世界 🙂' });
  const response = await scene.clients['anthropic-messages'].ask({
    model: MODEL,
    text,
    stream: true,
  });
  expect(response.text).toBe('Grüße, 世界 🙂');
});

describe('the model of a call', () => {
  test.each([
    ['claude-haiku-4-5', '', 'eu.anthropic.claude-haiku-4-5-20251001-v1%3A0'],
    ['claude-sonnet-4-6', '', 'eu.anthropic.claude-sonnet-4-6'],
    ['claude-fable-5', '', 'global.anthropic.claude-fable-5'],
    ['claude-opus-5-5', '', 'global.anthropic.claude-opus-5-5'],
    ['claude-opus-4-6', 'us', 'us.anthropic.claude-opus-4-6-v1'],
  ])('%s with the profile "%s" is called as %s', async (model, other, id) => {
    await withChannel({ models: model, other, priority: 9 }, async () => {
      await scene.clients['openai-chat'].ask({ model, text: 'Hi' });
      expect(bedrock.requests.at(-1)?.path).toBe(`/model/${id}/invoke`);
    });
  });

  test('may be mapped to the ARN of an inference profile of the account', async () => {
    const arn = 'arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/abc';
    const mapping = JSON.stringify({ 'claude-opus-4-7': arn });
    await withChannel({ models: 'claude-opus-4-7', model_mapping: mapping }, async () => {
      const response = await scene.clients['openai-chat'].ask({
        model: 'claude-opus-4-7',
        text: 'Hi',
      });
      expect(response.text).toBe('Hello from the simulator.');
    });
  });
});

test('the betas of an Anthropic client are sent in the body', async () => {
  const client = new Anthropic({ apiKey: scene.target.secret, baseURL: scene.target.url });
  await client.messages.create(
    { model: MODEL, max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] },
    { headers: { 'anthropic-beta': 'a-1, b-2' } },
  );
  const { body = '', headers } = bedrock.requests.at(-1) ?? {};
  expect(JSON.parse(body)).toEqual({
    max_tokens: 5,
    messages: [{ role: 'user', content: 'Hi' }],
    anthropic_version: 'bedrock-2023-05-31',
    anthropic_beta: ['a-1', 'b-2'],
  });
  expect(headers?.['anthropic-beta']).toBeUndefined();
});

describe('an image by URL, which Bedrock does not fetch', () => {
  const PNG = Buffer.from('iVBORw0KGgo=', 'base64');
  let images: Server;
  let url = '';
  let fetched: string[] = [];

  beforeAll(async () => {
    images = createServer(({ url: path = '' }, response) => {
      fetched.push(path);
      if (path === '/moved') return response.writeHead(302, { location: '/cat.png' }).end();
      if (path === '/page') return response.writeHead(200, { 'content-type': 'text/html' }).end();
      if (path === '/inside') return response.writeHead(302, { location: METADATA }).end();
      return response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
    });
    await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(images.address() as AddressInfo).port}`;
  });
  afterAll(() => images.close());
  beforeEach(() => {
    fetched = [];
  });

  const look = (path: string) => {
    const client = new OpenAI({ apiKey: scene.target.secret, baseURL: `${scene.target.url}/v1` });
    const image = { type: 'image_url' as const, image_url: { url: url + path } };
    const content = [{ type: 'text' as const, text: 'Look' }, image, image];
    return client.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }] });
  };

  test.each(['/cat.png', '/moved'])(
    'is fetched once and included in the request: %s',
    async (path) => {
      await look(path);
      const source = { type: 'base64', media_type: 'image/png', data: PNG.toString('base64') };
      expect(JSON.parse(bedrock.requests.at(-1)?.body ?? '')).toMatchObject({
        messages: [{ content: [{ type: 'text' }, { source }, { source }] }],
      });
      expect(fetched.filter((name) => name === '/cat.png')).toHaveLength(1);
      expect(await scene.lastCall()).toMatchObject({ prompt_tokens: 180 });
    },
  );

  test('is included for an Anthropic client, also from a tool result', async () => {
    const client = new Anthropic({ apiKey: scene.target.secret, baseURL: scene.target.url });
    const image = {
      type: 'image' as const,
      source: { type: 'url' as const, url: `${url}/cat.png` },
    };
    await client.messages.create({
      model: MODEL,
      max_tokens: 5,
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [image] }] },
      ],
    });
    expect(bedrock.requests.at(-1)?.body).toContain(`"data":"${PNG.toString('base64')}"`);
  });

  test.each(['/page', '/inside'])(
    'is a 400 that names the URL if it is not an image: %s',
    async (path) => {
      const calls = bedrock.stats().calls;
      await expect(look(path)).rejects.toMatchObject({ status: 400, code: 'media_unreachable' });
      await expect(look(path)).rejects.toThrow(url + path);
      expect(bedrock.stats().calls).toBe(calls);
    },
  );
});

describe('the tokens of a request', () => {
  const count = async (model: string) => {
    const client = new Anthropic({ apiKey: scene.target.secret, baseURL: scene.target.url });
    const messages = [{ role: 'user' as const, content: scriptText({ prompt_tokens: 77 }) }];
    return (await client.messages.countTokens({ model, messages })).input_tokens;
  };

  test('are counted by Bedrock', async () => {
    expect(await count(MODEL)).toBe(77);
    expect(bedrock.requests.at(-1)?.path).toBe(
      '/model/anthropic.claude-haiku-4-5-20251001-v1%3A0/count-tokens',
    );
  });

  test("are estimated for models that Bedrock can't count for", async () => {
    await withChannel({ models: 'claude-opus-5' }, async () => {
      const calls = bedrock.stats().calls;
      expect(await count('claude-opus-5')).not.toBe(77);
      expect(bedrock.stats().calls).toBe(calls);
    });
  });
});

describe('the key of a channel', () => {
  const model = 'claude-sonnet-4-5';
  const askVia = (fields: Record<string, unknown>) => {
    const outcome = { attempts: [] as unknown, error: undefined as unknown };
    return withChannel({ models: model, ...fields }, async () => {
      await scene.clients['openai-chat'].ask({ model, text: 'Hi' }).catch((error: unknown) => {
        outcome.error = error;
      });
    }).then(() => outcome);
  };

  test('may be an API key, which needs no signature', async () => {
    expect((await askVia({ key: 'ABSKsimulated|eu-west-1' })).error).toBeUndefined();
    expect(bedrock.requests.at(-1)?.headers.authorization).toBe('Bearer ABSKsimulated');
  });

  test.each([
    ['a wrong secret', `${ACCOUNT.accessKeyId}|wrong|${ACCOUNT.region}`],
    ['an unknown account', `AKIDOTHER|${ACCOUNT.secretAccessKey}|${ACCOUNT.region}`],
    ['the wrong region', `${ACCOUNT.accessKeyId}|${ACCOUNT.secretAccessKey}|us-east-1`],
  ])('a key with %s fails, and the next channel responds', async (_name, key) => {
    await withChannel({ models: model, priority: 1 }, async () => {
      expect((await askVia({ key, priority: 9, auto_ban: 0 })).error).toBeUndefined();
    });
    const admin = (await scene.lastCall()).other['admin_info'];
    expect(admin).toMatchObject({ attempts: [{ status: 403, kind: 'auth' }, { status: 200 }] });
  });

  test('a key in another format, stored before formats were checked, is reported as unusable without a call', async () => {
    const { store, keyring, catalog } = scene.gateway.app.domain;
    await withChannel({ models: 'claude-opus-5' }, async (id) => {
      const row = { key_cipher: keyring.encrypt('AK|SK') };
      await store.db.updateTable('channels').set(row).where('id', '=', id).execute();
      await catalog.reload();
      const before = bedrock.stats().calls;
      const pending = scene.clients['openai-chat'].ask({ model: 'claude-opus-5', text: 'Hi' });
      await expect(pending).rejects.toMatchObject({ status: 501 });
      expect(bedrock.stats().calls).toBe(before);
    });
  });
});

describe('the console', () => {
  const tested = async (id: number) =>
    (await scene.gateway.root.call('GET', `/api/channel/test/${id}`)).body;

  test('tests a channel and shows why a key fails', async () => {
    await withChannel({ models: MODEL }, async (id) => {
      expect((await tested(id)).success).toBe(true);
    });
    await withChannel({ models: MODEL, key: 'AKIDEXAMPLE|wrong|eu-west-1' }, async (id) => {
      const response = await tested(id);
      expect(response.success).toBe(false);
      expect(JSON.stringify(response)).toContain('request signature we calculated does not match');
    });
  });

  test('reports a key without the format that a model needs', async () => {
    await withChannel({ models: 'text-embedding-3-small' }, async (id) => {
      expect(await tested(id)).toMatchObject({ success: false, code: 'channel_key_form' });
    });
  });

  test('lists the models of the account', async () => {
    const { body } = await scene.gateway.root.call('POST', '/api/channel/fetch_models', {
      type: 33,
      base_url: bedrock.url,
      key: KEY,
    });
    expect(body.data).toEqual([
      'anthropic.claude-haiku-4-5-20251001-v1:0',
      'anthropic.claude-sonnet-4-6',
    ]);
  });
});
