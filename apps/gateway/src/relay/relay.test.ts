import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { readMetrics } from '../platform/metrics.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

const MODEL = 'gpt-4o-mini';
const script = (sim: Record<string, unknown>) => [
  { role: 'user' as const, content: JSON.stringify({ sim }) },
];

describe.each(databaseKinds)('the official OpenAI client against the relay on %s', (kind) => {
  let simulator: Simulator;
  let gateway: TestGateway;
  let owner: Client;
  let openai: OpenAI;

  beforeAll(async () => {
    simulator = await startOpenAiSimulator();
    gateway = await startTestGateway({ kind });
    await gateway.channel({
      base_url: simulator.url,
      models: `${MODEL},gpt-4o,text-embedding-3-small,omni-moderation-latest`,
    });
    owner = await gateway.user({ quota: 50_000_000 });
    openai = new OpenAI({
      apiKey: (await gateway.token(owner)).secret,
      baseURL: `${gateway.url}/v1`,
      maxRetries: 0,
    });
  });
  afterAll(async () => {
    await gateway.close();
    await simulator.close();
  });

  const lastLog = async () => {
    const { body } = await gateway.root.call('GET', '/api/log/?page_size=1');
    const row = (body.data.items as Record<string, unknown>[]).at(0) ?? {};
    return { ...row, other: JSON.parse(row.other as string) as Record<string, unknown> } as Record<
      string,
      unknown
    > & {
      other: Record<string, unknown>;
    };
  };
  const balance = async () =>
    (await owner.call('GET', '/api/user/self')).body.data as unknown as {
      quota: number;
      used_quota: number;
      request_count: number;
    };

  const counted = async () => {
    const text = await readMetrics();
    const valueOf = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1],
      );
    return {
      quota: valueOf('tollgate_charged_quota_total'),
      input: valueOf('tollgate_tokens_total{direction="input"}'),
      output: valueOf('tollgate_tokens_total{direction="output"}'),
    };
  };

  test('a chat costs exactly what the formula says, in the log, the balance and the metrics', async () => {
    const before = await balance();
    const countedBefore = await counted();
    const { data, response } = await openai.chat.completions
      .create({
        model: 'gpt-4o',
        messages: script({ prompt_tokens: 1000, cached_tokens: 800, completion_tokens: 500 }),
      })
      .withResponse();
    expect(data.choices[0]?.message.content).toBe('Hello from the simulator.');
    expect(response.headers.get('x-request-id')).toMatch(/^\d{14}/);
    expect(Number(response.headers.get('x-tollgate-overhead-ms'))).toBeGreaterThanOrEqual(0);
    const after = await balance();
    expect(before.quota - after.quota).toBe(3250);
    expect(after.used_quota - before.used_quota).toBe(3250);
    expect(after.request_count - before.request_count).toBe(1);
    const countedAfter = await counted();
    expect(countedAfter.quota - countedBefore.quota).toBe(3250);
    expect(countedAfter.input - countedBefore.input).toBe(1000);
    expect(countedAfter.output - countedBefore.output).toBe(500);
    const row = await lastLog();
    expect(row).toMatchObject({
      type: 2,
      quota: 3250,
      prompt_tokens: 1000,
      completion_tokens: 500,
      is_stream: false,
      model_name: 'gpt-4o',
      request_id: response.headers.get('x-request-id'),
    });
    expect(row.other).toMatchObject({
      model_ratio: 1.25,
      completion_ratio: 4,
      cache_ratio: 0.5,
      cache_tokens: 800,
      group_ratio: 1,
      admin_info: { use_channel: [String(row.channel)] },
    });
  });

  test('a stream arrives complete, is charged by its usage, and omits a usage chunk that was not requested', async () => {
    const before = await balance();
    const stream = await openai.chat.completions.create({
      model: MODEL,
      stream: true,
      messages: script({
        prompt_tokens: 2000,
        completion_tokens: 1000,
        text: 'Streams are whole.',
        tokens: 5,
      }),
    });
    let text = '';
    let usageChunks = 0;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      if (chunk.usage) usageChunks += 1;
    }
    expect(text).toBe('Streams are whole.');
    expect(usageChunks).toBe(0);
    expect(before.quota - (await balance()).quota).toBe(450);
    expect(await lastLog()).toMatchObject({ is_stream: true, quota: 450 });
  });

  test('a client that asks for usage in the stream gets it', async () => {
    const stream = await openai.chat.completions.create({
      model: MODEL,
      stream: true,
      stream_options: { include_usage: true },
      messages: script({ prompt_tokens: 7, completion_tokens: 3 }),
    });
    const usages = [];
    for await (const chunk of stream) if (chunk.usage) usages.push(chunk.usage.total_tokens);
    expect(usages).toEqual([10]);
  });

  test('two parallel tool calls arrive, streamed and not', async () => {
    const tools = ['weather', 'time'].map((name) => ({
      type: 'function' as const,
      function: { name, parameters: { type: 'object', properties: { city: { type: 'string' } } } },
    }));
    const messages = [{ role: 'user' as const, content: 'call tool please' }];
    const whole = await openai.chat.completions.create({ model: MODEL, messages, tools });
    expect(
      whole.choices[0]?.message.tool_calls?.map(
        (call) => call.type === 'function' && call.function.name,
      ),
    ).toEqual(['weather', 'time']);
    const stream = openai.chat.completions.stream({ model: MODEL, messages, tools });
    const final = await stream.finalChatCompletion();
    expect(
      final.choices[0]?.message.tool_calls?.map(
        (call) => call.type === 'function' && JSON.parse(call.function.arguments),
      ),
    ).toEqual([{ city: 'Paris' }, { city: 'Paris' }]);
  });

  test('images in messages reach the upstream byte for byte', async () => {
    const content = [
      { type: 'text' as const, text: 'what is this?' },
      { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
    ];
    await openai.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }] });
    expect(JSON.parse(simulator.requests.at(-1)?.body ?? '{}')).toEqual({
      model: MODEL,
      messages: [{ role: 'user', content }],
    });
    expect(simulator.requests.at(-1)?.headers.authorization).toBe('Bearer sk-upstream');
  });

  test('completions, embeddings and moderations work and are charged', async () => {
    expect(
      (await openai.completions.create({ model: MODEL, prompt: 'Say hello' })).choices[0]?.text,
    ).toBe('Hello from the simulator.');
    const before = await balance();
    const embedding = await openai.embeddings.create({
      model: 'text-embedding-3-small',
      input: JSON.stringify({ sim: { prompt_tokens: 5000 } }),
    });
    expect(embedding.data[0]?.embedding).toEqual([0.25, -0.5, 0.125]);
    expect(before.quota - (await balance()).quota).toBe(50);
    expect((await openai.moderations.create({ input: 'hello' })).results[0]?.flagged).toBe(false);
  });

  test('the model list has the models that the key can call', async () => {
    const ids = [];
    for await (const model of openai.models.list()) ids.push(model.id);
    expect(ids).toEqual(['gpt-4o', MODEL, 'omni-moderation-latest', 'text-embedding-3-small']);
    expect((await openai.models.retrieve(MODEL)).id).toBe(MODEL);
    await expect(openai.models.retrieve('nope')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
  });

  test('the legacy billing calls return the key’s numbers', async () => {
    const limited = await gateway.token(owner, { unlimited_quota: false, remain_quota: 1_000_000 });
    const get = async (path: string) =>
      (
        await fetch(gateway.url + path, { headers: { authorization: `Bearer ${limited.secret}` } })
      ).json();
    expect(await get('/v1/dashboard/billing/subscription')).toMatchObject({
      object: 'billing_subscription',
      hard_limit_usd: 2,
    });
    expect(await get('/v1/dashboard/billing/usage')).toEqual({ object: 'list', total_usage: 0 });
  });

  test('a responses body at the chat endpoint, as Cursor sends it, gets chat completions', async () => {
    const [user] = script({ text: 'hello' });
    const body = { model: 'gpt-4o', input: [user], stream: true, max_output_tokens: 50 };
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${openai.apiKey}` },
      body: JSON.stringify({ ...body, stream_options: { include_usage: true } }),
    });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain('"chat.completion.chunk"');
    expect(text).toContain('"total_tokens"');
    expect((await lastLog()).quota).toBeGreaterThan(0);
  });

  test('a key reads its own quota and calls, and nobody else’s', async () => {
    const mine = await gateway.token(owner, { unlimited_quota: false, remain_quota: 1_000_000 });
    const other = await gateway.token(owner);
    const get = async (path: string, authorization = `Bearer ${mine.secret}`) =>
      fetch(gateway.url + path, { headers: { authorization } });
    for (const { secret } of [other, mine])
      await new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: secret }).chat.completions.create({
        model: 'gpt-4o',
        messages: script({ text: 'hello' }),
      });
    const { data } = (await (await get('/api/usage/token')).json()) as {
      data: { total_used: number };
    };
    expect(data).toMatchObject({
      object: 'token_usage',
      total_granted: 1_000_000,
      total_available: 1_000_000 - data.total_used,
      unlimited_quota: false,
      model_limits_enabled: false,
      expires_at: 0,
    });
    expect(data.total_used).toBeGreaterThan(0);
    const log = await get('/api/log/token');
    expect(log.headers.get('access-control-allow-origin')).toBe('*');
    const { data: rows } = (await log.json()) as { data: unknown[] };
    expect(rows).toMatchObject([{ quota: data.total_used, channel: 0, channel_name: '' }]);
    expect((await fetch(`${gateway.url}/api/log/token?key=${mine.secret}`)).status).toBe(200);
    for (const path of ['/api/usage/token', '/api/log/token'])
      expect((await get(path, `Bearer ${mine.secret}x`)).status).toBe(401);
  });

  test('a response without usage is charged by an estimate, marked as such', async () => {
    await openai.chat.completions.create({
      model: 'gpt-4o',
      messages: script({ fault: 'no-usage', text: 'word '.repeat(200) }),
    });
    const row = await lastLog();
    expect(row.other.estimated).toBe(true);
    expect(row.completion_tokens as number).toBeGreaterThan(100);
  });

  test('zero usage for text that was delivered is charged by an estimate', async () => {
    const before = await balance();
    await openai.chat.completions.create({
      model: 'gpt-4o',
      messages: script({ fault: 'zero-usage' }),
    });
    expect(before.quota - (await balance()).quota).toBeGreaterThan(0);
    expect((await lastLog()).other.estimated).toBe(true);
  });

  test.each([
    ['status-400', 400, 'unsupported_value'],
    ['status-401', 502, null],
    ['status-403-quota', 502, null],
    ['status-429-retry-after', 429, 'rate_limit_exceeded'],
    ['status-500', 500, null],
    ['error-200', 500, null],
    ['garbage-json', 502, null],
    ['cut-before-start', 502, null],
    ['wrong-content-length', 502, null],
  ])(
    'the upstream fault %s is reported as %i, costs nothing and leaks nothing',
    async (fault, status, code) => {
      const before = await balance();
      const error = await openai.chat.completions
        .create({ model: MODEL, messages: script({ fault }) })
        .catch((thrown: unknown) => thrown as InstanceType<typeof OpenAI.APIError>);
      expect(error).toBeInstanceOf(OpenAI.APIError);
      const failure = error as InstanceType<typeof OpenAI.APIError>;
      expect(failure.status).toBe(status);
      if (code) expect(failure.code).toBe(code);
      if (fault === 'status-429-retry-after') expect(failure.headers?.get('retry-after')).toBe('7');
      expect(failure.message).not.toMatch(/127\.0\.0\.1|sk-upstream|sk-simul/);
      expect((await balance()).quota).toBe(before.quota);
      expect(await lastLog()).toMatchObject({ type: 5, quota: 0 });
    },
  );

  test.each(['cut-mid-stream', 'error-mid-stream'])(
    'a stream that dies (%s) ends with an error, never with a clean end',
    async (fault) => {
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${openai.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'gpt-4o',
          stream: true,
          messages: script({ fault, text: 'half of this arrives', tokens: 4 }),
        }),
      });
      const text = await response.text();
      expect(text).toContain('half');
      expect(text).not.toContain('[DONE]');
      expect(text.trimEnd().split('\n\n').at(-1)).toMatch(/^data: \{"error":/);
      const row = await lastLog();
      expect(row.other).toMatchObject({ end: 'interrupted', estimated: true });
      expect(row.quota as number).toBeGreaterThan(0);
    },
  );

  test('an error in the first event of a stream is an ordinary error response', async () => {
    await expect(
      openai.chat.completions.create({
        model: MODEL,
        stream: true,
        messages: script({ fault: 'error-first-line' }),
      }),
    ).rejects.toMatchObject({
      status: expect.any(Number),
    });
  });

  test('a client that disconnects mid-stream stops the upstream and pays for what was delivered', async () => {
    const controller = new AbortController();
    const stream = await openai.chat.completions.create(
      {
        model: 'gpt-4o',
        stream: true,
        messages: script({
          fault: 'stall-mid-stream',
          text: 'a few words before the stall',
          tokens: 4,
        }),
      },
      { signal: controller.signal },
    );
    for await (const chunk of stream) {
      if (chunk.choices[0]?.delta.content) break;
    }
    controller.abort();
    await expect.poll(async () => (await lastLog()).other.end).toBe('client_gone');
  });
});
