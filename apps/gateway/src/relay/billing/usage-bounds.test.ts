import { CHAT_DIALECTS, type UsageClaim } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeOf } from '../../../test-support/charge-of.ts';
import { WIRES } from '../../../test-support/dialect-wires.ts';
import {
  type EndedCallScene,
  startEndedCallScene,
} from '../../../test-support/ended-call-scene.ts';
import { MODEL_OF } from '../../../test-support/dialect-scene.ts';
import { PAIRS, ONE_PIXEL_IMAGE } from '../../../test-support/pair-cases.ts';
import { registry } from '../../platform/metrics.ts';

const HUGE = { prompt: 1_000_000_000, completion: 1_000_000_000 };
const LIMIT = 20;
/** The member that limits the output, in each dialect. */
const LIMITED = {
  'openai-chat': { max_tokens: LIMIT },
  'openai-responses': { max_output_tokens: LIMIT },
  'anthropic-messages': { max_tokens: LIMIT },
  'gemini-generate': { generationConfig: { maxOutputTokens: LIMIT } },
};

let scene: EndedCallScene;
beforeAll(async () => {
  scene = await startEndedCallScene();
});
afterAll(() => scene.close());

describe.each(PAIRS)('a client of %s before an upstream of %s with inflated usage', (from, to) => {
  test.each([true, false])('pays up to the bound, not the claim (stream: %s)', async (stream) => {
    const wire = WIRES[to];
    const { client, call } = await scene.call(from, to, stream, LIMITED[from]);
    call.begin(stream ? undefined : 'application/json');
    call.end(
      stream
        ? wire.start() +
            wire.text('Four words of text') +
            wire.finish() +
            wire.usage(HUGE) +
            wire.last()
        : wire.whole('Four words of text', HUGE),
    );
    await client.readAll();
    const row = await scene.row();
    expect(row.completion_tokens).toBe(LIMIT);
    expect(row.prompt_tokens).toBeLessThan(10_000);
    expect(row.other['usage_claim']).toEqual({
      prompt_tokens: HUGE.prompt,
      completion_tokens: HUGE.completion,
    });
    expect(row.quota).toBe(chargeOf(row));
  });
});

test('what a stream delivers beyond its limit is reserved and charged', async () => {
  const words = Array.from({ length: 300 }, (_, index) => `word${index} `).join('');
  const wire = WIRES['openai-chat'];
  const { client, call } = await scene.call('openai-chat', 'openai-chat', true, { max_tokens: 20 });
  call.begin();
  const reported = { prompt: 10, completion: 500 };
  call.end(wire.start() + wire.text(words) + wire.finish() + wire.usage(reported) + wire.last());
  await client.readAll();
  const row = await scene.row();
  expect(row.completion_tokens).toBe(500);
  expect(row.other).not.toHaveProperty('usage_claim');
});

test.each([
  ['thoughts inside the limit', { max_tokens: 9000 }, { prompt: 10, completion: 9000 }],
  ['a long answer that nobody limited', {}, { prompt: 10, completion: 16_000 }],
  ['tools that a provider puts before a prompt', {}, { prompt: 5000, completion: 1 }],
  [
    'a picture by its address',
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: 'https://x.example/a.png' } }],
        },
      ],
    },
    { prompt: 7700, completion: 1 },
  ],
  [
    'a small picture at the price of a large one',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: `data:image/png;base64,${ONE_PIXEL_IMAGE}` } },
          ],
        },
      ],
    },
    { prompt: 7700, completion: 1 },
  ],
])('a plausible claim is accepted: %s', async (_name, more, reported) => {
  const { client, call } = await scene.call('openai-chat', 'openai-chat', false, more);
  call.begin('application/json');
  call.end(WIRES['openai-chat'].whole('Yes', reported));
  await client.readAll();
  const row = await scene.row();
  expect(row).toMatchObject({
    prompt_tokens: reported.prompt,
    completion_tokens: reported.completion,
  });
  expect(row.other).not.toHaveProperty('usage_claim');
});

/** Invalid counts, as JSON. */
const NONSENSE = ['-5', '"12"', '1e400', '[]', '{}', 'true', '0.4'];

test.each(NONSENSE)(
  'a count of %s costs what was delivered and no more than the limit',
  async (count) => {
    const { client, call } = await scene.call('openai-chat', 'openai-chat', false, {
      max_tokens: 20,
    });
    call.begin('application/json');
    const body = WIRES['openai-chat'].whole('Four words of text', { prompt: 10, completion: 777 });
    call.end(
      body.replaceAll('777', count).replaceAll('"total_tokens":787', `"total_tokens":${count}`),
    );
    await client.readAll();
    const row = await scene.row();
    expect(row.completion_tokens).toBeGreaterThanOrEqual(3);
    expect(row.completion_tokens).toBeLessThanOrEqual(20);
  },
);

test('an embeddings upstream that claims excessive tokens is paid only for the bytes it was sent', async () => {
  const { gateway } = scene;
  await gateway.channel({
    key: 'k',
    base_url: scene.upstream.url,
    models: 'text-embedding-3-small',
  });
  const { client, call } = await scene.post('/v1/embeddings', {
    model: 'text-embedding-3-small',
    input: 'Four words of text',
  });
  call.begin('application/json');
  call.end(
    '{"object":"list","data":[{"embedding":[0.1]}],"usage":{"prompt_tokens":900000000,"total_tokens":1000000000}}',
  );
  expect(await client.status()).toBe(200);
  const row = await scene.row();
  expect(row.completion_tokens).toBe(0);
  expect(row.prompt_tokens).toBeLessThan(10_000);
  expect(row.other['usage_claim']).toMatchObject({ prompt_tokens: 900_000_000 });
});

test('an images upstream that claims excessive tokens is paid only for the images requested', async () => {
  const { gateway } = scene;
  await gateway.channel({ key: 'k', base_url: scene.upstream.url, models: 'gpt-image-1' });
  const { client, call } = await scene.post('/v1/images/generations', {
    model: 'gpt-image-1',
    prompt: 'A cat',
    size: '1024x1024',
    quality: 'low',
  });
  call.begin('application/json');
  call.end(
    '{"created":1,"data":[{"b64_json":"AAAA"}],"usage":{"input_tokens":1000000000,"output_tokens":1000000000,"total_tokens":2000000000}}',
  );
  expect(await client.status()).toBe(200);
  const row = await scene.row();
  expect(row.completion_tokens).toBeLessThan(1000);
  expect(row.prompt_tokens).toBeLessThan(10_000);
  expect(row.other['usage_claim']).toMatchObject({ completion_tokens: 1_000_000_000 });
});

test('such claims are recorded on the channel and in a metric', async () => {
  const id = scene.channels['openai-chat'];
  const { body } = await scene.gateway.root.call('GET', `/api/channel/health/${id}`);
  expect(body.data['usage_claims']).toMatchObject({
    count: expect.any(Number),
    model: expect.any(String),
    claim: { completion_tokens: expect.any(Number) },
  });
  expect(await registry.metrics()).toMatch(
    new RegExp(`tollgate_channel_usage_claims_total\\{channel="${id}"\\} \\d+`),
  );
});

test.each(CHAT_DIALECTS)('a channel of %s with honest usage records no claims', async (dialect) => {
  const other = await startEndedCallScene();
  try {
    const { client, call } = await other.call(dialect, dialect, false);
    call.begin('application/json');
    call.end(WIRES[dialect].whole('Yes', { prompt: 20, completion: 5 }));
    await client.readAll();
    await other.row();
    const id = other.channels[dialect];
    const { body } = await other.gateway.root.call('GET', `/api/channel/health/${id}`);
    expect(body.data['usage_claims']).toBeNull();
  } finally {
    await other.close();
  }
});

test.each([
  ['that nobody asked for costs what one of five minutes costs', undefined, true],
  ['that was asked for is believed', '1h', false],
])('a one-hour cache %s, within what was reserved', async (_, ttl, isImplausible) => {
  const cached = { type: 'text', text: 'Count.', cache_control: { type: 'ephemeral', ttl } };
  const { client, call } = await scene.call('anthropic-messages', 'anthropic-messages', false, {
    max_tokens: LIMIT,
    messages: [{ role: 'user', content: [cached] }],
  });
  const reported = JSON.parse(
    WIRES['anthropic-messages'].whole('Four words of text', { prompt: 10, completion: LIMIT }),
  ) as { usage: Record<string, unknown> };
  Object.assign(reported.usage, {
    input_tokens: 0,
    cache_creation_input_tokens: 8000,
    cache_creation: { ephemeral_1h_input_tokens: 8000, ephemeral_5m_input_tokens: 0 },
  });
  call.begin('application/json');
  call.end(JSON.stringify(reported));
  await client.readAll();
  const { quota, other } = await scene.row();
  expect(quota).toBeLessThanOrEqual(Number(other['reserved']));
  expect(other['cache_write_tokens']).toBeGreaterThan(0);
  expect(other['cache_write_hour_tokens'] ?? 0).toBe(
    isImplausible ? 0 : other['cache_write_tokens'],
  );
  expect((other['usage_claim'] as UsageClaim | undefined)?.cache_write_hour_tokens).toBe(
    isImplausible ? 8000 : undefined,
  );
});

const ON = { role: 'user', content: 'On' };

test.each([
  ['a thought', 100_000, { input: [ON, { type: 'reasoning', id: 'rs_1', summary: [] }] }],
  ['a search', 9000, { input: [ON, { type: 'web_search_call', id: 'ws_1' }] }],
  ['what files held', 30_000, { input: [ON, { type: 'file_search_call', id: 'fs_1' }] }],
  ['what a program wrote', 90_000, { input: [ON, { type: 'code_interpreter_call', id: 'ci_1' }] }],
  ['what a tool server returned', 200_000, { input: [ON, { type: 'mcp_call', id: 'mcp_1' }] }],
  ['a prompt of the provider', 200_000, { prompt: { id: 'pmpt_1' } }],
])(
  '%s that is referenced only by its id is charged however long it was',
  async (_what, prompt, body) => {
    const dialect = 'openai-responses';
    const request = { ...LIMITED[dialect], ...body };
    const { client, call } = await scene.call(dialect, dialect, false, request);
    const reported = { prompt, completion: 10 };
    call.begin('application/json');
    call.end(WIRES[dialect].whole('Words', reported));
    await client.readAll();
    const row = await scene.row();
    expect(row).toMatchObject({ prompt_tokens: reported.prompt, quota: chargeOf(row) });
    expect(row.other['usage_claim']).toBeUndefined();
  },
);

test.each([
  ['grok-4.20-multi-agent', {}],
  ['grok-4.20-multi-agent', LIMITED['openai-chat']],
  ['our-team', {}],
])(
  'what the agents of a model read and write among themselves is reserved and charged, whatever limit is set: %s, %j',
  async (model, limit) => {
    const { gateway } = scene;
    const ratios = JSON.parse(gateway.app.domain.options.raw('ModelRatio')) as object;
    await gateway.setOption('ModelRatio', JSON.stringify({ ...ratios, [model]: 0.625 }));
    await gateway.channel({
      key: 'k',
      base_url: scene.upstream.url,
      models: model,
      model_mapping: JSON.stringify({ 'our-team': 'grok-4.20-multi-agent' }),
    });
    const messages = [{ role: 'user', content: 'Compare Rust and Go.' }];
    const { client, call } = await scene.post('/v1/chat/completions', {
      model,
      messages,
      ...limit,
    });
    call.begin('application/json');
    const reported = { prompt: 39_263, completion: 9997 };
    call.end(WIRES['openai-chat'].whole('Rust is safer.', reported));
    await client.readAll();
    const row = await scene.row();
    expect(row).toMatchObject({
      prompt_tokens: reported.prompt,
      completion_tokens: reported.completion,
      quota: chargeOf(row),
    });
    expect(row.other['usage_claim']).toBeUndefined();
    expect(row.quota).toBeLessThanOrEqual(Number(row.other['reserved']));
    await gateway.setOption('ModelRatio', JSON.stringify(ratios));
  },
);

test('a response of several agents is refused before it is sent, as nothing limits what they use', async () => {
  const { path, body } = WIRES['openai-responses'].call(MODEL_OF['openai-responses'], false, 'Hi');
  const client = scene.open({ path, body: { ...body, multi_agent: { enabled: true } } });
  expect(await client.status()).toBe(400);
  expect(await client.readAll()).toContain('multi_agent');
});

test.each([
  ['pro', 10, true],
  ['pro', 20_000, true],
  ['standard', 10, false],
])(
  'a prompt that reasoning in mode %s reads several times, padded by %d, is charged as reported: %s',
  async (mode, padding, isCharged) => {
    const dialect = 'openai-responses';
    const reasoning = { mode };
    const metadata = { pad: 'x'.repeat(padding) };
    const { client, call } = await scene.call(dialect, dialect, false, { reasoning, metadata });
    const reported = { prompt: 60_000, completion: 10 };
    call.begin('application/json');
    call.end(WIRES[dialect].whole('Words', reported));
    await client.readAll();
    const row = await scene.row();
    expect(row.prompt_tokens === reported.prompt).toBe(isCharged);
    expect(row.other['usage_claim'] === undefined).toBe(isCharged);
    expect(row.quota).toBeLessThanOrEqual(Number(row.other['reserved']));
  },
);
