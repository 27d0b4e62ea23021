import { afterAll, beforeAll, expect, test } from 'vitest';
import { startImportedShop } from '../../../test-support/imported-shop.ts';

/** Prices of a new-api installation, by option name. */
const OPTIONS: Record<string, object> = {
  ModelRatio: {
    sound: 1.25,
    picture: 2.5,
    'claude-3-7-sonnet-20250219': 1.5,
    'claude-3-7-sonnet-20250219-thinking': 2,
    'o3-mini': 0.55,
    'o3-mini-high': 0.75,
    tiny: 0.0004,
    'gemini-2.5-flash-thinking-*': 0.6,
    'gemini-2.5-flash-nothinking': 0.075,
    'gpt-4o-gizmo-*': 2.5,
  },
  CompletionRatio: { sound: 4, picture: 4, tiny: 1 },
  AudioRatio: { sound: 16 },
  AudioCompletionRatio: { sound: 2 },
  ImageRatio: { picture: 2 },
  CacheRatio: { 'claude-3-7-sonnet-20250219': 0.1, 'claude-3-7-sonnet-20250219-thinking': 0.1 },
  CreateCacheRatio: { 'claude-3-7-sonnet-20250219': 1.25 },
  ModelPrice: { 'by-call': 0.000_033_3, 'gpt-4-gizmo-*': 0.1 },
  'gemini.thinking_adapter_enabled': true as unknown as object,
  'billing_setting.billing_mode': { tiered: 'tiered_expr' },
  'billing_setting.billing_expr': {
    tiered:
      'len <= 1000 ? tier("short", p*2.2 + c*8.8 + cr*0.22) : tier("long", p*4.4 + c*13.2 + cr*0.44)',
  },
};
const MODELS =
  'gpt-4-gizmo-*,gpt-4o-gizmo-*,sound,picture,by-call,tiered,tiny,o3-mini,o3-mini-high';
const CLAUDE = 'claude-3-7-sonnet-20250219';
const VIP = 0.8;
const PER_USD = 500_000;

let shop: Awaited<ReturnType<typeof startImportedShop>>;
beforeAll(async () => {
  const channel = (id: number, type: number, models: string) =>
    `INSERT INTO channels (id, type, "key", status, name, base_url, models, "group")
     VALUES (${id}, ${type}, 'k', 1, 'c${id}', '$upstream', '${models}', 'default,vip')`;
  shop = await startImportedShop('new-api', [
    ...Object.entries(OPTIONS).flatMap(([key, value]) => [
      `DELETE FROM options WHERE "key" = '${key}'`,
      `INSERT INTO options VALUES ('${key}', '${JSON.stringify(value)}')`,
    ]),
    channel(20, 1, MODELS),
    channel(21, 14, `${CLAUDE},${CLAUDE}-thinking`),
    channel(22, 24, 'gemini-2.5-flash-thinking-*,gemini-2.5-flash-nothinking'),
  ]);
});
afterAll(() => shop.close());

/** As many tokens as the usage claims: tokens that a call can't have had are not charged. */
const words = (count: number) => 'quite '.repeat(count + 1);

/** Charges a chat whose upstream reports the given usage. */
function chat(model: string, usage: Record<string, unknown>, body: object = {}) {
  const [prompt, completion] = [usage['prompt_tokens'], usage['completion_tokens']].map(Number);
  const message = { role: 'assistant', content: words(completion ?? 0) };
  shop.upstream.response = {
    id: 'c',
    object: 'chat.completion',
    model,
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { ...usage, total_tokens: (prompt ?? 0) + (completion ?? 0) },
  };
  const messages = [{ role: 'user', content: words(prompt ?? 0) }];
  return shop.charge('/v1/chat/completions', { model, messages, ...body });
}

test('a chat with audio charges text and audio, input and output, each at its own ratio', async () => {
  const usage = {
    prompt_tokens: 150,
    completion_tokens: 50,
    prompt_tokens_details: { audio_tokens: 50 },
    completion_tokens_details: { audio_tokens: 30 },
  };
  expect(await chat('sound', usage)).toEqual({
    status: 200,
    paid: Math.round((100 + 20 * 4 + 50 * 16 + 30 * 16 * 2) * 1.25 * VIP),
  });
});

test('images in a prompt are charged at their own ratio', async () => {
  const usage = {
    prompt_tokens: 1001,
    completion_tokens: 50,
    prompt_tokens_details: { image_tokens: 400 },
  };
  expect(await chat('picture', usage)).toEqual({
    status: 200,
    paid: Math.round((601 + 400 * 2 + 50 * 4) * 2.5 * VIP),
  });
});

test('a price per call is rounded and does not depend on tokens', async () => {
  const expectedCharge = Math.round(0.000_033_3 * PER_USD * VIP);
  expect(expectedCharge).toBe(13);
  expect(await chat('by-call', { prompt_tokens: 50, completion_tokens: 5 })).toEqual({
    status: 200,
    paid: expectedCharge,
  });
});

test.each([
  [900, 500, 2.2, 8.8, 0.22],
  [1000, 0, 2.2, 8.8, 0.22],
  [1001, 500, 4.4, 13.2, 0.44],
])(
  'an expression by prompt length charges %i tokens, %i of them cached, at the price of their tier',
  async (...row) => {
    const [prompt, cached, input, output, read] = row;
    const usage = {
      prompt_tokens: prompt,
      completion_tokens: 77,
      prompt_tokens_details: { cached_tokens: cached },
    };
    const usd = (prompt - cached) * input + 77 * output + cached * read;
    const expectedCharge = Math.round(Number(((usd / 1_000_000) * PER_USD * VIP).toFixed(6)));
    expect(await chat('tiered', usage)).toEqual({ status: 200, paid: expectedCharge });
  },
);

test('a charge that rounds to 0 is 1 if there is a price', async () => {
  expect(await chat('tiny', { prompt_tokens: 1, completion_tokens: 1 })).toMatchObject({ paid: 1 });
});

/** Charges a Claude messages call whose upstream reports the given usage. */
function messages(model: string, usage: Record<string, unknown>) {
  shop.upstream.response = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text: words(300) }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage,
  };
  // The one-hour price applies only if the request asked for a one-hour cache.
  const cached = { type: 'ephemeral', ttl: '1h' };
  const content = [{ type: 'text', text: words(13_000), cache_control: cached }];
  const body = { model, max_tokens: 4000, messages: [{ role: 'user', content }] };
  return shop.charge('/v1/messages', body);
}

test("Claude's cache reads and writes are charged at their own ratios, one-hour writes at 1.6 times the write ratio", async () => {
  const usage = {
    input_tokens: 100,
    output_tokens: 300,
    cache_read_input_tokens: 10_000,
    cache_creation_input_tokens: 2000,
    cache_creation: { ephemeral_5m_input_tokens: 1500, ephemeral_1h_input_tokens: 500 },
  };
  const tokens = 100 + 10_000 * 0.1 + 1500 * 1.25 + 500 * 1.25 * 1.6 + 300 * 5;
  expect(await messages(CLAUDE, usage)).toEqual({
    status: 200,
    paid: Math.round(tokens * 1.5 * VIP),
  });
});

test('a name with -thinking is billed at its own ratio and reaches Claude as the model with thinking enabled', async () => {
  const response = await messages(`${CLAUDE}-thinking`, { input_tokens: 100, output_tokens: 300 });
  expect(response).toEqual({ status: 200, paid: Math.round((100 + 300 * 5) * 2 * VIP) });
  expect(shop.upstream.requests.at(-1)?.body).toMatchObject({
    model: CLAUDE,
    max_tokens: 4000,
    thinking: { type: 'enabled', budget_tokens: 3200 },
  });
});

test('a name with an effort suffix is billed at its own ratio and reaches OpenAI as that effort', async () => {
  const usage = { prompt_tokens: 1000, completion_tokens: 100 };
  expect(await chat('o3-mini-high', usage)).toEqual({
    status: 200,
    paid: Math.round((1000 + 100 * 4) * 0.75 * VIP),
  });
  expect(shop.upstream.requests.at(-1)?.body).toMatchObject({
    model: 'o3-mini',
    reasoning_effort: 'high',
  });
});

test('calls of any gizmo use the shared gizmo channels and price, and are logged as one model', async () => {
  const usage = { prompt_tokens: 1000, completion_tokens: 100 };
  expect(await chat('gpt-4-gizmo-g-abc', usage)).toEqual({
    status: 200,
    paid: Math.round(0.1 * PER_USD * VIP),
  });
  expect(shop.upstream.requests.at(-1)?.body).toMatchObject({ model: 'gpt-4-gizmo-g-abc' });
  expect(await chat('gpt-4o-gizmo-g-xyz', usage)).toEqual({
    status: 200,
    // The program's own table sets the completion ratio of gizmos: 3 if it was never saved, else 2.
    paid: Math.round((1000 + 100 * 2) * 2.5 * VIP),
  });
  const { db } = shop.gateway.app.domain.store;
  const rows = db.selectFrom('logs').select(['model_name', 'other']).where('type', '=', 2);
  const last = await rows.orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(last.model_name).toBe('gpt-4o-gizmo-*');
  expect(JSON.parse(last.other)).toMatchObject({ upstream_model_name: 'gpt-4o-gizmo-g-xyz' });
});

/** Charges a Gemini call whose upstream reports usage. */
function gemini(model: string, generationConfig: object) {
  shop.upstream.response = {
    candidates: [
      { content: { role: 'model', parts: [{ text: words(10) }] }, finishReason: 'STOP' },
    ],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
  };
  const contents = [{ role: 'user', parts: [{ text: words(100) }] }];
  return shop.charge(`/v1beta/models/${model}:generateContent`, { contents, generationConfig });
}

test('Gemini names with a thinking budget share a price, and reach Google as that budget', async () => {
  const response = await gemini('gemini-2.5-flash-thinking-2048', { topK: 3 });
  const ratio = 2.5 / 0.3;
  expect(response).toEqual({ status: 200, paid: Math.round((100 + 10 * ratio) * 0.6 * VIP) });
  const upstreamRequest = shop.upstream.requests.at(-1);
  expect(upstreamRequest?.path).toContain('/models/gemini-2.5-flash:generateContent');
  expect(upstreamRequest?.body).toMatchObject({
    generationConfig: { topK: 3, thinkingConfig: { thinkingBudget: 2048, includeThoughts: true } },
  });
  expect(await gemini('gemini-2.5-flash-nothinking', {})).toMatchObject({ status: 200 });
  expect(shop.upstream.requests.at(-1)?.body).toMatchObject({
    generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
  });
});

test('a group costs users of another group the ratio that the database states for them', async () => {
  const usage = { prompt_tokens: 1000, completion_tokens: 100 };
  await shop.gateway.setOption('GroupGroupRatio', '{"vip":{"vip":0.5},"default":{"vip":0.1}}');
  const response = await chat('o3-mini', usage);
  await shop.gateway.setOption('GroupGroupRatio', '{}');
  expect(response).toEqual({ status: 200, paid: Math.round((1000 + 100 * 4) * 0.55 * 0.5) });
  const { db } = shop.gateway.app.domain.store;
  const rows = db.selectFrom('logs').select('other').where('type', '=', 2).orderBy('id', 'desc');
  const { other } = await rows.executeTakeFirstOrThrow();
  expect(JSON.parse(other)).toMatchObject({ group_ratio: 0.5 });
  expect((await chat('o3-mini', usage)).paid).toBe(Math.round((1000 + 100 * 4) * 0.55 * VIP));
});
