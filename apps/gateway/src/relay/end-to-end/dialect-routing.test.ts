import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DialectScene,
  MODEL_OF,
  startDialectScene,
  scriptText,
} from '../../../test-support/dialect-scene.ts';

let scene: DialectScene;
beforeAll(async () => {
  scene = await startDialectScene();
});
afterAll(() => scene.close());

const hello = [{ role: 'user' as const, content: 'Hi' }];

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(scene.gateway.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${scene.target.secret}`,
      'content-type': 'application/json',
      'accept-language': 'en',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
const chat = (body: object) => post('/v1/chat/completions', { messages: hello, ...body });

describe('what a dialect cannot express', () => {
  test('is reported in a header and in the log if the call is made without it', async () => {
    const response = await chat({ model: MODEL_OF['anthropic-messages'], seed: 7 });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-tollgate-conversion')).toBe('seed;dropped');
    expect((await scene.lastCall()).other).toMatchObject({
      conversion: 'openai-chat > anthropic-messages',
      conversion_losses: 'seed;dropped',
    });
  });

  test('goes to a channel of another dialect if the completion would be wrong without it', async () => {
    const { simulators, gateway } = scene;
    await gateway.channel({
      type: 14,
      models: 'gpt-4.1',
      priority: 10,
      base_url: simulators['anthropic-messages'].url,
      key: 'sk-anthropic',
    });
    await gateway.channel({
      models: 'gpt-4.1',
      base_url: simulators['openai-chat'].url,
      key: 'sk-openai',
    });
    const response = await chat({ model: 'gpt-4.1', n: 2 });
    expect(response.status).toBe(200);
    expect((JSON.parse(response.text) as { choices: unknown[] }).choices).toHaveLength(2);
    const { other } = await scene.lastCall();
    expect(other['admin_info']).toMatchObject({
      attempts: [{ fault: 'unsupported_by_upstream', status: 0 }, { status: 200 }],
    });
  });

  test('is a 400 that names it if no channel supports it', async () => {
    const before = scene.simulators['anthropic-messages'].stats().calls;
    const response = await chat({ model: MODEL_OF['anthropic-messages'], n: 2 });
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text)).toMatchObject({ error: { code: 'unsupported_by_upstream' } });
    expect(scene.simulators['anthropic-messages'].stats().calls).toBe(before);
  });
});

describe('a Claude channel', () => {
  test('gets the version and betas of Anthropic clients, and none from others', async () => {
    const { url, secret } = scene.target;
    const client = new Anthropic({ apiKey: secret, baseURL: url });
    const model = MODEL_OF['anthropic-messages'];
    await client.messages.create(
      { model, max_tokens: 5, messages: hello },
      {
        headers: {
          'anthropic-version': '2026-10-21',
          'anthropic-beta': 'a-1,b-2',
          'x-other': 'no',
        },
      },
    );
    const { requests } = scene.simulators['anthropic-messages'];
    expect(requests.at(-1)?.headers).toMatchObject({
      'anthropic-version': '2026-10-21',
      'anthropic-beta': 'a-1,b-2',
      'x-api-key': 'sk-anthropic',
    });
    expect(requests.at(-1)?.headers['x-other']).toBeUndefined();
    expect(requests.at(-1)?.headers.authorization).toBeUndefined();
    await chat({ model });
    expect(requests.at(-1)?.headers['anthropic-version']).toBe('2023-06-01');
    expect(requests.at(-1)?.headers['anthropic-beta']).toBeUndefined();
  });

  test('passes the exact bytes of an Anthropic client, whatever they contain', async () => {
    const body = {
      model: MODEL_OF['anthropic-messages'],
      max_tokens: 5,
      messages: hello,
      odd: { deep: [[1.5e-7]] },
    };
    await post('/v1/messages', body);
    expect(scene.simulators['anthropic-messages'].requests.at(-1)?.body).toBe(JSON.stringify(body));
  });

  test('charges cache reads, 5-minute writes and one-hour writes separately', async () => {
    const text = scriptText({
      prompt_tokens: 1000,
      cached_tokens: 300,
      cache_write_tokens: 500,
      cache_write_hour_tokens: 200,
      completion_tokens: 100,
    });
    const block = { type: 'text', text, cache_control: { type: 'ephemeral', ttl: '1h' } };
    const body = {
      model: MODEL_OF['anthropic-messages'],
      max_tokens: 500,
      messages: [{ role: 'user', content: [block] }],
    };
    await post('/v1/messages', body);
    const row = await scene.lastCall();
    expect(row).toMatchObject({
      prompt_tokens: 1000,
      completion_tokens: 100,
      other: {
        model_ratio: 1.5,
        completion_ratio: 5,
        cache_ratio: 0.1,
        cache_write_ratio: 1.25,
        cache_write_hour_ratio: 2,
        cache_tokens: 300,
        cache_write_tokens: 500,
        cache_write_hour_tokens: 200,
      },
    });
    // (200 plain + 300·0.1 + 300·1.25 + 200·2 + 100·5) · 1.5
    expect(row.quota).toBe(2258);
  });

  test.each(['no-usage', 'zero-usage'] as const)(
    'a channel that reports %s is charged by an estimate',
    async (fault) => {
      const body = {
        model: MODEL_OF['anthropic-messages'],
        max_tokens: 500,
        messages: [{ role: 'user', content: scriptText({ fault }) }],
      };
      await post('/v1/messages', body);
      const row = await scene.lastCall();
      expect(row.other['estimated']).toBe(true);
      expect(row.quota).toBeGreaterThan(0);
    },
  );
});

describe('a custom channel', () => {
  test.each([
    ['anthropic-messages', 'sk-anthropic', '/v1/messages'],
    ['gemini-generate', 'google-key', '/v1beta/models/gpt-4o-mini:generateContent'],
    ['openai-responses', 'sk-openai', '/v1/responses'],
  ] as const)('speaks %s if its setting says so', async (dialect, key, path) => {
    const simulator = scene.simulators[dialect];
    const setting = JSON.stringify({ dialect });
    const channel = await scene.gateway.channel({
      type: 8,
      models: 'gpt-4o-mini',
      base_url: simulator.url,
      key,
      setting,
    });
    expect((await chat({ model: 'gpt-4o-mini' })).status).toBe(200);
    expect(simulator.requests.at(-1)?.path).toBe(path);
    const tested = await scene.gateway.root.call('GET', `/api/channel/test/${channel.id}`);
    expect(tested.body.success).toBe(true);
    await scene.gateway.root.call('DELETE', `/api/channel/${channel.id}`);
  });
});

describe('a non-streamed call to an upstream that requires a limit', () => {
  test('reserves the limit that is filled in, is sent with a lower one if the balance is smaller, and is refused unsent if that would be useless', async () => {
    const model = MODEL_OF['anthropic-messages'];
    await chat({ model });
    expect((await scene.lastCall()).other['reserved']).toBeGreaterThan(32_000 * 5 * 1.5);
    const modest = await scene.gateway.user({ quota: 100_000 });
    const modestKey = (await scene.gateway.token(modest)).secret;
    const modestHeaders = { authorization: `Bearer ${modestKey}` };
    expect(
      (await post('/v1/chat/completions', { model, messages: hello }, modestHeaders)).status,
    ).toBe(200);
    const limited = await scene.lastCall();
    expect(limited.quota).toBeLessThan(Number(limited.other['reserved']));
    expect(Number(limited.other['reserved'])).toBeLessThan(20_000);
    const poor = await scene.gateway.user({ quota: 3000 });
    const { secret } = await scene.gateway.token(poor);
    const { requests } = scene.simulators['anthropic-messages'];
    const before = requests.length;
    const headers = { authorization: `Bearer ${secret}` };
    const refused = await post('/v1/chat/completions', { model, messages: hello }, headers);
    expect(refused.status).toBe(402);
    expect(refused.text).toContain('insufficient_user_quota');
    expect(requests).toHaveLength(before);
    const small = { model, messages: hello, max_tokens: 100 };
    expect((await post('/v1/chat/completions', small, headers)).status).toBe(200);
  });
});

describe("a channel's overrides", () => {
  const overrides = {
    system_prompt: 'Be kind.',
    param_override: { temperature: 0.25 },
    header_override: { 'X-Team': 'blue', 'User-Agent': 'tollgate-test' },
  };

  test.each([
    ['openai-chat', 'sk-openai', /"messages":\[\{"role":"system","content":"Be kind\."/],
    ['openai-responses', 'sk-openai', /"instructions":"Be kind\."/],
    ['anthropic-messages', 'sk-anthropic', /"system":"Be kind\."/],
    ['gemini-generate', 'google-key', /"systemInstruction":\{"parts":\[\{"text":"Be kind\."/],
  ] as const)(
    'reach an upstream of %s: headers, members, system prompt',
    async (dialect, key, prompt) => {
      const simulator = scene.simulators[dialect];
      const setting = JSON.stringify({ dialect, ...overrides });
      const channel = await scene.gateway.channel({
        type: 8,
        models: 'gpt-4o-mini',
        base_url: simulator.url,
        key,
        setting,
      });
      expect((await chat({ model: 'gpt-4o-mini', temperature: 1 })).status).toBe(200);
      const { body = '', headers } = simulator.requests.at(-1) ?? {};
      expect(body).toMatch(prompt);
      expect(JSON.parse(body)).toMatchObject({ temperature: 0.25 });
      expect(headers).toMatchObject({ 'x-team': 'blue', 'user-agent': 'tollgate-test' });
      await scene.gateway.root.call('DELETE', `/api/channel/${channel.id}`);
    },
  );

  test.each([
    { header_override: { Host: 'h' } },
    { header_override: { 'x-a': 'line\nbreak' } },
    { param_override: { stream: true } },
  ])('are refused if they would break calls: %j', async (setting) => {
    const fields = { models: 'gpt-4o-mini', key: 'k', setting: JSON.stringify(setting) };
    await expect(scene.gateway.channel(fields)).rejects.toThrow(/setting/);
  });
});

describe('a Gemini client that does not ask for server-sent events', () => {
  const stream = (model: string, sim: Parameters<typeof scriptText>[0]) =>
    post(`/v1beta/models/${model}:streamGenerateContent`, {
      contents: [{ parts: [{ text: scriptText(sim) }] }],
    });
  interface ContentBlock {
    candidates?: { content?: { parts?: { text?: string }[] } }[];
    error?: { code: number };
  }

  test.each(Object.values(MODEL_OF))('gets the stream of %s as one JSON array', async (model) => {
    const { text, headers } = await stream(model, { text: 'One two three.', tokens: 3 });
    expect(headers.get('content-type')).toContain('application/json');
    const parts = (JSON.parse(text) as ContentBlock[]).flatMap(
      ({ candidates }) => candidates?.[0]?.content?.parts ?? [],
    );
    expect(parts.map((part) => part.text ?? '').join('')).toBe('One two three.');
  });

  test('finds the error of a truncated stream in the array', async () => {
    const { text } = await stream('gpt-4o', { fault: 'cut-mid-stream' });
    expect((JSON.parse(text) as ContentBlock[]).at(-1)?.error?.code).toBe(502);
  });
});

describe('a reservation', () => {
  test.each([
    ['/v1/messages', { max_tokens: 1000, messages: hello }],
    ['/v1/responses', { max_output_tokens: 1000, input: 'Hi' }],
    [
      '/v1beta/models/gemini-3.1-pro-preview:generateContent',
      {
        generationConfig: { maxOutputTokens: 500, candidateCount: 2 },
        contents: [{ parts: [{ text: 'Hi' }] }],
      },
    ],
  ])('a reservation for %s covers the output that the client allows', async (path, body) => {
    await post(path, { model: 'gpt-4o', ...body });
    const { other } = await scene.lastCall();
    const output = 1000 * Number(other['model_ratio']) * Number(other['completion_ratio']);
    expect(other['reserved']).toBeGreaterThanOrEqual(output);
    expect(other['reserved']).toBeLessThan(output * 1.05);
  });
});
