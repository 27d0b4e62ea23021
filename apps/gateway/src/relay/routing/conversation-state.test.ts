import Anthropic from '@anthropic-ai/sdk';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CallerScene, openCallerScene } from '../../../test-support/dialect-scene.ts';
import { startTestGateway } from '../../../test-support/test-gateway.ts';

interface Vendor {
  readonly url: string;
  readonly bodies: Record<string, unknown>[];
  close(): void;
}

let responseCount = 0;
const error = (status: number, message: string, further: object = {}) => ({
  status,
  body: { type: 'error', error: { type: 'x', message, ...further } },
});

/** An Anthropic account, which knows the threads and containers that it created. */
function respondToMessage(body: Record<string, never>, known: Set<unknown>) {
  const { thread, container, tools } = body as Record<string, Record<string, unknown> | undefined>;
  if (thread?.['type'] === 'continue' && !known.delete(thread['previous_message_id']))
    return error(404, 'no such thread', { details: { error_code: 'thread_not_found' } });
  if (container && !known.has(container)) return error(404, 'Container x was not found');
  const id = `msg_${(responseCount += 1)}`;
  const room = tools ? { id: `container_${responseCount}`, expires_at: 'later' } : null;
  known.add(id);
  if (room) known.add(room.id);
  const content = [{ type: 'text', text: `Answer ${responseCount}.` }];
  const usage = { input_tokens: 10, output_tokens: 5 };
  const whole = { id, type: 'message', role: 'assistant', model: 'm', content };
  return {
    status: 200,
    body: { ...whole, container: room, stop_reason: 'end_turn', stop_sequence: null, usage },
  };
}

/** An OpenAI account, which knows the responses that it created. */
function respondToResponses(body: Record<string, unknown>, known: Set<unknown>) {
  const { previous_response_id: previous, conversation } = body;
  if (previous !== undefined && !known.has(previous))
    return error(400, 'Previous response not found.', { code: 'previous_response_not_found' });
  if (conversation !== undefined && conversation !== 'conv_here')
    return error(404, `Conversation with id '${String(conversation)}' not found.`);
  const id = `resp_${(responseCount += 1)}`;
  known.add(id);
  const content = [{ type: 'output_text', text: `Answer ${responseCount}.`, annotations: [] }];
  const output = [
    { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content },
  ];
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  return {
    status: 200,
    body: { id, object: 'response', status: 'completed', model: 'm', output, usage },
  };
}

function respondToChat() {
  const message = { role: 'assistant', content: 'Answer of a chat.' };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  return { status: 200, body: { id: 'c', object: 'chat.completion', model: 'm', choices, usage } };
}

async function startVendor(): Promise<Vendor> {
  const bodies: Vendor['bodies'] = [];
  const known = new Set<unknown>();
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, never>;
      bodies.push(body);
      const path = request.url ?? '';
      const reply = path.includes('messages')
        ? respondToMessage(body, known)
        : path.includes('responses')
          ? respondToResponses(body, known)
          : respondToChat();
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, bodies, close: () => server.closeAllConnections() };
}

let scene: CallerScene;
let vendors: readonly Vendor[];
let channels: Record<string, number>;
let anthropic: Anthropic;
let openai: OpenAI;

const MODELS = { claude: 'claude-two', gpt: 'gpt-two', chat: 'chat-only', mixed: 'claude-mixed' };

beforeAll(async () => {
  vendors = await Promise.all([startVendor(), startVendor()]);
  const gateway = await startTestGateway();
  await gateway.setOption(
    'ModelRatio',
    JSON.stringify(Object.fromEntries(Object.values(MODELS).map((name) => [name, 1]))),
  );
  await gateway.setOption('ToolPrices', '{"claude-*":{"code_execution":0.01,"web_search":0.01}}');
  await gateway.setOption('RetryTimes', '3');
  const make = async (fields: Record<string, unknown>) => (await gateway.channel(fields)).id;
  const chat = { setting: '{"dialect":"openai-chat"}' };
  const responses = { setting: '{"dialect":"openai-responses"}' };
  channels = {};
  for (const [at, { url: base_url }] of vendors.entries()) {
    channels[`claude${at}`] = await make({
      type: 14,
      key: `a${at}`,
      base_url,
      models: MODELS.claude,
    });
    channels[`gpt${at}`] = await make({
      key: `o${at}`,
      base_url,
      models: MODELS.gpt,
      ...responses,
    });
  }
  const base_url = vendors[0]?.url;
  await make({ key: 'c', base_url, models: MODELS.chat, ...chat });
  await make({ key: 'n', base_url, models: MODELS.mixed, type: 14, weight: 1 });
  await make({ key: 'f', base_url: vendors[1]?.url, models: MODELS.mixed, weight: 99, ...chat });
  scene = await openCallerScene(gateway);
  const { url, secret } = scene.target;
  anthropic = new Anthropic({ apiKey: secret, baseURL: url, maxRetries: 0 });
  openai = new OpenAI({ apiKey: secret, baseURL: `${url}/v1`, maxRetries: 0 });
});
beforeEach(() => vendors.forEach(({ bodies }) => (bodies.length = 0)));
afterAll(async () => {
  await scene.gateway.close();
  vendors.forEach((vendor) => vendor.close());
});

const switchChannel = (name: string, status: 1 | 2) =>
  scene.gateway.root.call('PUT', '/api/channel/', { id: channels[name], status });
const post = async (path: string, body: object, key = scene.target.secret) => {
  const { url } = scene.target;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const hello = [{ role: 'user' as const, content: 'Hello' }];
const user = (content: string) => ({ role: 'user' as const, content });
const requestFor = (model: string) => ({ model, max_tokens: 99 });

describe('a message thread', () => {
  test('stays with the account that keeps it, and sends only what is new', async () => {
    for (let round = 0; round < 4; round += 1) {
      for (const { bodies } of vendors) bodies.length = 0;
      const thread = anthropic.beta.messages.thread(requestFor(MODELS.claude));
      for (const text of ['one', 'two', 'three', 'four']) await thread.send(user(text));
      const [home, other] = vendors[0]?.bodies.length ? vendors : vendors.toReversed();
      expect(home?.bodies.map((body) => (body['messages'] as []).length)).toEqual([1, 1, 1, 1]);
      expect(other?.bodies).toEqual([]);
    }
  });

  test('is created again elsewhere once its channel is disabled', async () => {
    const thread = anthropic.beta.messages.thread(requestFor(MODELS.claude));
    await thread.send(user('one'));
    const home = vendors.findIndex(({ bodies }) => bodies.length > 0);
    await switchChannel(`claude${home}`, 2);
    await thread.send(user('two'));
    await switchChannel(`claude${home}`, 1);
    const [body] = vendors[1 - home]?.bodies ?? [];
    expect(body).toMatchObject({ thread: { type: 'create' } });
    expect(JSON.stringify(body?.['messages'])).toMatch(/one.*Answer.*two/);
  });

  test('continues on an upstream without threads: the SDK resends everything', async () => {
    const thread = anthropic.beta.messages.thread(requestFor(MODELS.chat));
    for (const text of ['one', 'two', 'three']) await thread.send(user(text));
    const last = vendors[0]?.bodies.at(-1);
    expect(last).not.toHaveProperty('thread');
    expect(JSON.stringify(last?.['messages'])).toMatch(/one.*Answer of a chat.*two.*three/);
  });

  test("a thread that no account has gets its vendor's error code", async () => {
    const thread = { type: 'continue', previous_message_id: 'msg_gone' };
    for (const model of [MODELS.chat, MODELS.claude]) {
      const { status, body } = await post('/v1/messages', {
        ...requestFor(model),
        messages: hello,
        thread,
      });
      expect([status, body.error.details]).toEqual([404, { error_code: 'thread_not_found' }]);
    }
    expect(vendors[0]?.bodies.every((body) => 'thread' in body)).toBe(true);
  });

  test('is reserved including what its vendor may have stored of it', async () => {
    const poor = await scene.gateway.user({ quota: 100_000 });
    const { secret } = await scene.gateway.token(poor);
    const client = new Anthropic({ apiKey: secret, baseURL: scene.target.url, maxRetries: 0 });
    const thread = client.beta.messages.thread(requestFor(MODELS.claude));
    await thread.send(user('one'));
    await expect(thread.send(user('two'))).rejects.toMatchObject({ status: 402 });
  });
});

test('what a vendor stores of one user is not found by another, who knows its id', async () => {
  const rich = await scene.gateway.user({ quota: 50_000_000 });
  const { secret } = await scene.gateway.token(rich);
  const message = { ...requestFor(MODELS.claude), messages: hello };
  const tools = [{ type: 'code_execution_20250522', name: 'code_execution' }];
  const created = await post('/v1/messages', { ...message, thread: { type: 'create' } });
  const thread = { type: 'continue', previous_message_id: created.body.id };
  const { container } = (await post('/v1/messages', { ...message, tools })).body;
  const { id } = (await post('/v1/responses', { model: MODELS.gpt, input: 'Hello' })).body;
  const references: [string, object][] = [
    ['/v1/messages', { ...message, thread }],
    ['/v1/messages', { ...message, container: container.id }],
    ['/v1/responses', { model: MODELS.gpt, input: 'And?', previous_response_id: id }],
  ];
  for (const { bodies } of vendors) bodies.length = 0;
  const found = await Promise.all(references.map((each) => post(...each, secret)));
  expect(found.map(({ status }) => status)).toEqual([404, 404, 400]);
  expect(vendors.flatMap(({ bodies }) => bodies)).toEqual([]);
  const own = await Promise.all(references.map((each) => post(...each)));
  expect(own.map(({ status }) => status)).toEqual([200, 200, 200]);
});

describe('a container', () => {
  const tools = [{ type: 'code_execution_20250522' as const, name: 'code_execution' as const }];

  test('is only requested from the account that owns it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const call = {
        ...requestFor(MODELS.claude),
        tools,
        messages: [{ role: 'user' as const, content: `r${round}` }],
      };
      const { container } = await anthropic.beta.messages.create(call);
      for (let turn = 0; turn < 3; turn += 1)
        await anthropic.beta.messages.create({ ...call, container: container?.id ?? null });
    }
    const used = vendors.map(({ bodies }) => bodies.filter(({ container }) => container).length);
    expect(used.reduce((sum, count) => sum + count)).toBe(12);
  });

  test('is refused by name if the upstream has none', async () => {
    const messages = hello;
    const skills = await post('/v1/messages', {
      ...requestFor(MODELS.chat),
      messages,
      container: { skills: [] },
    });
    expect([skills.status, skills.body.error.message]).toEqual([
      400,
      'container: Extra inputs are not permitted',
    ]);
    const named = await post('/v1/messages', {
      ...requestFor(MODELS.chat),
      messages,
      container: 'container_1',
    });
    expect(named.status).toBe(404);
    expect(vendors[0]?.bodies).toEqual([]);
  });
});

describe('a stored response', () => {
  test('is only requested from the account that stored it', async () => {
    for (let round = 0; round < 4; round += 1) {
      let { id } = await openai.responses.create({ model: MODELS.gpt, input: `r${round}` });
      for (let turn = 0; turn < 3; turn += 1)
        ({ id } = await openai.responses.create({
          model: MODELS.gpt,
          input: 'go on',
          previous_response_id: id,
        }));
    }
    const bodies = vendors.flatMap((vendor) => vendor.bodies);
    expect(bodies.filter((body) => body['previous_response_id'])).toHaveLength(12);
  });

  test("a stored response whose account is gone gets its vendor's error code", async () => {
    const { id } = await openai.responses.create({ model: MODELS.gpt, input: 'Hi' });
    const home = vendors.findIndex(({ bodies }) => bodies.length > 0);
    await switchChannel(`gpt${home}`, 2);
    const pending = openai.responses.create({
      model: MODELS.gpt,
      input: 'Hi',
      previous_response_id: id,
    });
    await expect(pending).rejects.toMatchObject({
      status: 400,
      code: 'previous_response_not_found',
    });
    await switchChannel(`gpt${home}`, 1);
    expect(vendors[1 - home]?.bodies).toEqual([]);
  });

  test('unknown to this node is looked up in every account', async () => {
    const headers = { authorization: 'x', 'content-type': 'application/json' };
    const direct = await fetch(`${vendors[1]?.url}/v1/responses`, {
      method: 'POST',
      headers,
      body: '{"input":"x"}',
    });
    const { id } = (await direct.json()) as { id: string };
    for (let turn = 0; turn < 4; turn += 1)
      await openai.responses.create({
        model: MODELS.gpt,
        input: `t${turn}`,
        previous_response_id: id,
      });
    expect(vendors[1]?.bodies).toHaveLength(5);
  });

  test.each([
    [{ conversation: 'conv_1' }, 400, 'previous_response_not_found', 'conversation'],
    [
      { previous_response_id: 'resp_x' },
      400,
      'previous_response_not_found',
      'previous_response_id',
    ],
    [{ prompt: { id: 'pmpt_1' } }, 400, 'unsupported_parameter', 'prompt'],
    [{ background: true }, 400, 'unsupported_parameter', 'background'],
    [{ input: [{ type: 'item_reference', id: 'rs_1' }] }, 404, 'item_not_found', 'input[0]'],
    [
      { input: [{ type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAA' }] },
      400,
      'invalid_encrypted_content',
      'input[0]',
    ],
  ])(
    'gets its vendor’s own error if it does not exist: %j',
    async (member, status, code, param) => {
      const call = openai.responses.create({ model: MODELS.chat, input: 'Hi', ...member } as never);
      await expect(call).rejects.toMatchObject({ status, code, param });
      expect(vendors[0]?.bodies).toEqual([]);
    },
  );
});

describe('a call that only its own vendor supports completely', () => {
  const search = { type: 'web_search_20250305' as const, name: 'web_search' as const };

  test.each([
    ['a thread', { thread: { type: 'create' } }],
    ['a tool of its provider', { tools: [search] }],
    ['servers of tools', { mcp_servers: [{ type: 'url', name: 'a', url: 'https://a.example' }] }],
  ])('goes to an upstream that speaks its dialect: %s', async (_name, member) => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { status } = await post('/v1/messages', {
        ...requestFor(MODELS.mixed),
        messages: hello,
        ...member,
      });
      expect(status).toBe(200);
    }
    expect(vendors.map(({ bodies }) => bodies.length)).toEqual([5, 0]);
  });

  test('is reserved including what MCP servers may return, and its secrets are in no log', async () => {
    const mcp_servers = [
      { type: 'url', name: 'a', url: 'https://a.example', authorization_token: 's3cret-token' },
    ];
    const body = { ...requestFor(MODELS.claude), messages: hello, mcp_servers };
    expect((await post('/v1/messages', body)).status).toBe(200);
    expect(vendors.flatMap(({ bodies }) => bodies)[0]).toMatchObject({ mcp_servers });
    const row = await scene.lastCall();
    expect(JSON.stringify(row)).not.toContain('s3cret-token');
    expect(Number(row.other['reserved'])).toBeGreaterThan(272_000);
    const refused = await post('/v1/messages', { ...body, model: MODELS.chat });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      'mcp_servers: Extra inputs are not permitted',
    ]);
    const { body: log } = await scene.gateway.root.call('GET', '/api/log/?page_size=5');
    expect(JSON.stringify(log)).not.toContain('s3cret-token');
  });

  test('reports which hint was dropped', async () => {
    const hint = {
      context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
      diagnostics: {},
    };
    const { status, headers } = await post('/v1/messages', {
      ...requestFor(MODELS.chat),
      messages: hello,
      ...hint,
    });
    expect(status).toBe(200);
    expect(headers.get('x-tollgate-conversion')).toContain('unknown;dropped;context_management');
  });
});
