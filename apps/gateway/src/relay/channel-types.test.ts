import { listProviders } from '@tollgate/dialects';
import { type Simulator, startCompatibleSimulator } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RelayScene, startRelayScene } from '../../test-support/relay-scene.ts';

/** A channel type that takes chats in OpenAI's dialect, and what must arrive there. */
interface Row {
  type: number;
  /** Where chats, embeddings and the list of models stand. */
  chat: string;
  embeddings?: string | undefined;
  models?: string;
  /** Anthropic's own clients are served there as they are. */
  messages?: string;
  key?: string;
  header?: [string, string];
  /** What the base address has after the host, and other fields of the channel. */
  base?: string;
  fields?: Record<string, unknown>;
  /** Money left in USD, at 7.3 yuan. */
  balance?: number;
  /** Streams are asked for their usage, though the client did not. */
  asksForUsage?: boolean;
  /** What it reports is made up and not charged. */
  isEstimated?: boolean;
}

const modelOf = (type: number) => `type-${type}`;
const openAiLike = (type: number, more: Partial<Row> = {}): Row => ({
  type,
  chat: '/v1/chat/completions',
  models: '/v1/models',
  ...more,
});
const embeds = { embeddings: '/v1/embeddings' };
const ACCOUNT = '/client/v4/accounts/acc-1/ai';

const QIANFAN = {
  chat: '/v2/chat/completions',
  embeddings: '/v2/embeddings',
  models: '/v2/models',
  key: 'bce-v3/ALTAK-a/b',
  asksForUsage: true,
};
const ZHIPU = {
  chat: '/api/paas/v4/chat/completions',
  embeddings: '/api/paas/v4/embeddings',
  models: '/api/paas/v4/models',
  key: 'plain-key',
};

const ROWS: readonly Row[] = [
  openAiLike(1, { ...embeds, asksForUsage: true, balance: 100 }),
  {
    type: 3,
    chat: '/openai/deployments/type-3/chat/completions?api-version=2024-10-21',
    embeddings: '/openai/deployments/type-3/embeddings?api-version=2024-10-21',
    fields: { other: '2024-10-21' },
    header: ['api-key', 'upstream-key'],
    asksForUsage: true,
  },
  openAiLike(8, { ...embeds, asksForUsage: true, balance: 100 }),
  { ...QIANFAN, type: 15 },
  { ...ZHIPU, type: 16 },
  {
    type: 17,
    chat: '/compatible-mode/v1/chat/completions',
    embeddings: '/compatible-mode/v1/embeddings',
    models: '/compatible-mode/v1/models',
    messages: '/apps/anthropic/v1/messages',
    asksForUsage: true,
  },
  { type: 18, chat: '/v1/chat/completions', key: 'password' },
  openAiLike(19, embeds),
  {
    type: 20,
    base: '/api',
    chat: '/api/v1/chat/completions',
    embeddings: '/api/v1/embeddings',
    models: '/api/v1/models',
    asksForUsage: true,
    balance: 30,
  },
  { type: 22, base: '/api', chat: '/api/v1/chat/completions', isEstimated: true },
  openAiLike(23, { ...embeds, key: 'sk-hunyuan' }),
  openAiLike(25, { asksForUsage: true, balance: 12.5 }),
  { ...ZHIPU, type: 26, embeddings: undefined },
  openAiLike(31),
  openAiLike(35, { messages: '/anthropic/v1/messages', asksForUsage: true }),
  { type: 38, chat: '/v1/chat/completions' },
  {
    type: 39,
    chat: `${ACCOUNT}/v1/chat/completions`,
    embeddings: `${ACCOUNT}/v1/embeddings`,
    models: `${ACCOUNT}/models/search?per_page=1000`,
    fields: { other: 'acc-1' },
  },
  openAiLike(40, { ...embeds, balance: 10.5 }),
  openAiLike(42, embeds),
  openAiLike(43, { messages: '/anthropic/v1/messages', asksForUsage: true, balance: 10 }),
  {
    type: 45,
    chat: '/api/v3/chat/completions',
    embeddings: '/api/v3/embeddings',
    models: '/api/v3/models',
    asksForUsage: true,
  },
  { ...QIANFAN, type: 46 },
  openAiLike(48, { ...embeds, asksForUsage: true }),
];

let scene: RelayScene;
let upstream: Simulator;
const channels = new Map<number, number>();

beforeAll(async () => {
  scene = await startRelayScene();
  upstream = await startCompatibleSimulator();
  const ratios = Object.fromEntries(ROWS.map(({ type }) => [modelOf(type), 0.5]));
  await scene.gateway.setOption('ModelRatio', JSON.stringify(ratios));
  for (const { type, key = 'upstream-key', base = '', fields = {} } of ROWS) {
    // oxlint-disable-next-line no-await-in-loop -- a few, and in order
    const { id } = await scene.gateway.channel({
      type,
      key,
      base_url: upstream.url + base,
      models: modelOf(type),
      ...fields,
    });
    channels.set(type, id);
  }
});
afterAll(async () => {
  await scene.close();
  await upstream.close();
});

test('every channel type that takes chats in the dialect of OpenAI has a row here', () => {
  const types = listProviders().filter(({ endpoints }) => endpoints.chat);
  // Ollama has both, and stands among the other forms.
  const expected = types.map(({ type }) => type).filter((type) => type !== 4);
  expect(ROWS.map(({ type }) => type)).toEqual(expected);
});

const SIM = { prompt_tokens: 1000, completion_tokens: 50 };
const wish = (sim: object) => [{ role: 'user', content: JSON.stringify({ sim }) }];

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(scene.gateway.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${scene.secret}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

async function lastRow() {
  const [row] = await scene.logs();
  if (!row) throw new Error('the log is empty');
  return row;
}

/** The body of the newest call, which came to its place with its credential. */
function arrivalAt(path: string, { key = 'upstream-key', header }: Row): string {
  const [name, value] = header ?? ['authorization', `Bearer ${key}`];
  const arrived = upstream.requests.at(-1);
  expect(arrived?.path).toBe(path);
  expect(arrived?.headers[name]).toBe(value);
  return arrived?.body ?? '';
}

const administer = async (path: string) => (await scene.gateway.root.call('GET', path)).body;

describe.each(ROWS)('channel type $type', (row) => {
  const { type, key = 'upstream-key' } = row;
  const model = modelOf(type);

  test('is called at its place with its credential, and charged what it reports', async () => {
    const { status, text } = await post('/v1/chat/completions', { model, messages: wish(SIM) });
    expect(status).toBe(200);
    expect(text).toContain('Hello from the simulator.');
    arrivalAt(row.chat, row);
    const charged = await lastRow();
    if (row.isEstimated) return expect(charged.other.estimated).toBe(true);
    expect(charged).toMatchObject({ ...SIM, quota: 525 });
  });

  test('streams, and is asked for usage only where it takes that', async () => {
    const reports = row.asksForUsage ? {} : { fault: 'usage-each-chunk' };
    const messages = wish({ ...SIM, ...reports });
    const { text } = await post('/v1/chat/completions', { model, messages, stream: true });
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
    const body = JSON.parse(arrivalAt(row.chat, row)) as { stream_options?: object };
    expect(body.stream_options).toEqual(row.asksForUsage ? { include_usage: true } : undefined);
    const charged = await lastRow();
    if (row.isEstimated) return expect(charged.other.estimated).toBe(true);
    expect(charged).toMatchObject({ ...SIM, quota: 525 });
  });

  test('answers a client of Anthropic, as it is where it has that dialect', async () => {
    const { status, text } = await post(
      '/v1/messages',
      { model, max_tokens: 100, messages: wish(SIM) },
      { 'anthropic-version': '2023-06-01' },
    );
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      type: 'message',
      content: [{ type: 'text', text: 'Hello from the simulator.' }],
    });
    const own = row.messages !== undefined;
    const arrived = upstream.requests.at(-1);
    expect(arrived?.path).toBe(row.messages ?? row.chat);
    if (own) expect(arrived?.headers['x-api-key']).toBe(key);
    if (!row.isEstimated) expect(await lastRow()).toMatchObject({ ...SIM, quota: 525 });
  });

  test('passes its test', async () => {
    const answer = await administer(`/api/channel/test/${channels.get(type)}`);
    expect(answer).toMatchObject({ success: true });
  });
});

test.each(ROWS.filter(({ embeddings }) => embeddings))('channel type $type embeds', async (row) => {
  const input = JSON.stringify({ sim: { prompt_tokens: 1000 } });
  const { status } = await post('/v1/embeddings', { model: modelOf(row.type), input });
  expect(status).toBe(200);
  arrivalAt(row.embeddings ?? '', row);
  expect(await lastRow()).toMatchObject({ prompt_tokens: 1000, quota: 500 });
});

test.each(ROWS.filter(({ models }) => models))(
  'channel type $type lists its models',
  async (row) => {
    const { data } = await administer(`/api/channel/fetch_models/${channels.get(row.type)}`);
    expect(data.length).toBeGreaterThan(0);
    arrivalAt(row.models ?? '', row);
  },
);

test.each(ROWS.filter(({ balance }) => balance))(
  'channel type $type tells the money left',
  async ({ type, balance = 0 }) => {
    const answer = await administer(`/api/channel/update_balance/${channels.get(type)}/`);
    expect(answer['balance']).toBeCloseTo(balance);
  },
);

test('Mistral is sent no stream_options, not even those of the client', async () => {
  const model = modelOf(42);
  const stream_options = { include_usage: true };
  await post('/v1/chat/completions', { model, messages: wish({}), stream: true, stream_options });
  expect(upstream.requests.at(-1)?.body).not.toContain('stream_options');
});

test('Mistral is called with its own names, and what was dropped is told', async () => {
  const { secret, gateway } = scene;
  const messages = [
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'toolu_01', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'toolu_01', content: 'warm' },
  ];
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ model: modelOf(42), messages, user: 'u', seed: 7 }),
  });
  expect(response.headers.get('x-tollgate-conversion')).toBe('unknown;dropped;user');
  const body = upstream.requests.at(-1)?.body ?? '';
  expect(JSON.parse(body)).toMatchObject({ random_seed: 7 });
  const ids = [...body.matchAll(/"(?:id|tool_call_id)":"([a-zA-Z0-9]{9})"/g)].map(([, id]) => id);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  expect((await lastRow()).other).toMatchObject({ conversion_losses: 'unknown;dropped;user' });
});

test('a model of Qwen that only streams answers whole to who asks for that', async () => {
  const { gateway } = scene;
  await gateway.channel({ type: 17, key: 'k', base_url: upstream.url, models: 'qwq-plus' });
  await gateway.setOption('ModelRatio', JSON.stringify({ 'qwq-plus': 0.5 }));
  const { text } = await post('/v1/chat/completions', { model: 'qwq-plus', messages: wish(SIM) });
  expect(JSON.parse(text)).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { content: 'Hello from the simulator.' } }],
    usage: { prompt_tokens: 1000, completion_tokens: 50 },
  });
  expect(upstream.requests.at(-1)?.body).toContain('"stream":true');
  expect(await lastRow()).toMatchObject({ ...SIM, is_stream: false });
});
