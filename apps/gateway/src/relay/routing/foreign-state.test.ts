import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  completion,
  message,
  messageStream,
  newId,
  response,
  responseStream,
} from '../../../test-support/storing-vendor.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

type Body = Record<string, unknown>;

let gateway: TestGateway;
let server: Server;
let sent: Body[] = [];
/** The keys by which a provider recognizes a repeated request. */
const keys: unknown[] = [];
/** The answers of the provider, of any dialect. */
let answers: Body[] = [];
/** Sends the rest of a stream with metadata. */
let release = () => {};

function answer(path: string, body: Body): string {
  const isMessages = path.includes('messages');
  const whole = isMessages ? message() : path.includes('responses') ? response() : completion();
  answers.push(whole);
  if (!body['stream']) return JSON.stringify(whole);
  return isMessages ? messageStream(whole as never) : responseStream(whole as never);
}

beforeAll(async () => {
  server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
      sent.push(body);
      keys.push(request.headers['idempotency-key']);
      reply.setHeader('content-type', body['stream'] ? 'text/event-stream' : 'application/json');
      const whole = answer(request.url ?? '', body);
      if (!body['metadata']) return reply.end(whole);
      // A stream begins with its first item.
      const begun = whole.indexOf('\n\n', whole.indexOf('output_item.added')) + 2;
      reply.write(whole.slice(0, begun));
      release = () => reply.end(whole.slice(begun));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gateway = await startTestGateway();
  await gateway.setOption('ModelRatio', '{"claude-a":1,"gpt-a":1,"gpt-audio":1}');
  await gateway.setOption('ToolPrices', '{"*":{"code_execution":0.01}}');
  const responses = { setting: '{"dialect":"openai-responses"}' };
  await gateway.channel({ key: 'o', base_url, models: 'gpt-a', ...responses });
  await gateway.channel({ key: 'a', base_url, models: 'claude-a', type: 14 });
  await gateway.channel({ key: 'c', base_url, models: 'gpt-audio' });
});
beforeEach(() => {
  sent = [];
  answers = [];
});
afterAll(async () => {
  await gateway.close();
  server.close();
});

async function person() {
  const client = await gateway.user({ quota: 500_000_000 });
  const { secret } = await gateway.token(client);
  return async (path: string, body: string | object, headers: Record<string, string> = {}) => {
    const result = await fetch(gateway.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await result.text();
    return { status: result.status, text };
  };
}

const RESPONSES = '/v1/responses';
const MESSAGES = '/v1/messages';
const CHAT = '/v1/chat/completions';
const tools = [{ type: 'code_interpreter', container: { type: 'auto' } }];
const bash = [{ type: 'code_execution_20250825', name: 'code_execution' }];
const hello = [{ role: 'user', content: 'Hello' }];
const toResponses = (members: object) => ({ model: 'gpt-a', input: 'Hello', ...members });
const toMessages = (members: object) => ({
  model: 'claude-a',
  max_tokens: 99,
  messages: hello,
  ...members,
});
const toChat = (members: object) => ({
  model: 'gpt-audio',
  modalities: ['text', 'audio'],
  audio: { voice: 'alloy', format: 'wav' },
  messages: hello,
  ...members,
});
const CREATIONS: Readonly<Record<string, object>> = {
  [RESPONSES]: toResponses({ tools }),
  [MESSAGES]: toMessages({ tools: bash, thread: { type: 'create' } }),
  [CHAT]: toChat({}),
};

/** Returns the id of that form in an answer. */
const idIn = (whole: unknown, prefix: string) =>
  new RegExp(`"(${prefix}_0{24}\\d+)"`).exec(JSON.stringify(whole))?.[1] ?? '';

/** [what is named, the place, the prefix of its id, the request that names it, the error] */
type Case = readonly [string, string, string, (id: string) => object | string, number];
const CASES: readonly Case[] = [
  ['a response', RESPONSES, 'resp', (id) => toResponses({ previous_response_id: id }), 400],
  [
    'a response, with whitespace around its id',
    RESPONSES,
    'resp',
    (id) => toResponses({ previous_response_id: ` ${id}\n` }),
    400,
  ],
  [
    'a response to compare with',
    RESPONSES,
    'resp',
    (id) => toResponses({ prompt_cache_options: { comparison_response_id: id } }),
    400,
  ],
  [
    'an item',
    RESPONSES,
    'msg',
    (id) => toResponses({ input: [...hello, { type: 'item_reference', id }] }),
    404,
  ],
  ['an item without a type', RESPONSES, 'msg', (id) => toResponses({ input: [{ id }] }), 404],
  [
    'thoughts without their content',
    RESPONSES,
    'rs',
    (id) => toResponses({ input: [{ type: 'reasoning', id, summary: [] }] }),
    404,
  ],
  [
    'an item in the second of two ids',
    RESPONSES,
    'msg',
    (id) => `{"model":"gpt-a","input":[{"type":"item_reference","id":"msg_x","id":"${id}"}]}`,
    404,
  ],
  [
    'a container',
    RESPONSES,
    'cntr',
    (id) => toResponses({ tools: [{ type: 'code_interpreter', container: id }] }),
    404,
  ],
  [
    'a container of an earlier turn',
    RESPONSES,
    'cntr',
    (container_id) =>
      toResponses({
        tools,
        input: [
          {
            type: 'code_interpreter_call',
            id: 'ci_1',
            code: '1',
            outputs: [{ type: 'logs', logs: '1' }],
            container_id,
          },
        ],
      }),
    404,
  ],
  [
    'a file of a container',
    RESPONSES,
    'cfile',
    (file_id) =>
      toResponses({ input: [{ role: 'user', content: [{ type: 'input_file', file_id }] }] }),
    404,
  ],
  [
    'a file of a container, for another one',
    RESPONSES,
    'cfile',
    (id) =>
      toResponses({
        tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: [id] } }],
      }),
    404,
  ],
  [
    'a message of a thread',
    MESSAGES,
    'msg',
    (id) => toMessages({ thread: { type: 'continue', previous_message_id: id } }),
    404,
  ],
  [
    'a message to compare with',
    MESSAGES,
    'msg',
    (id) => toMessages({ diagnostics: { previous_message_id: id } }),
    404,
  ],
  ['a container of Anthropic', MESSAGES, 'container', (id) => toMessages({ container: id }), 404],
  [
    'a container with skills',
    MESSAGES,
    'container',
    (id) => toMessages({ container: { skills: [{ skill_id: 'x' }], id } }),
    404,
  ],
  [
    'the second of two containers',
    MESSAGES,
    'container',
    (id) =>
      `{"model":"claude-a","max_tokens":9,"messages":[{"role":"user","content":"x"}],"container":{"id":"a","id":"${id}"}}`,
    404,
  ],
  [
    'a file that a program wrote',
    MESSAGES,
    'file',
    (file_id) =>
      toMessages({
        messages: [{ role: 'user', content: [{ type: 'container_upload', file_id }] }],
      }),
    404,
  ],
  [
    'a file whose name has escapes',
    MESSAGES,
    'file',
    (id) =>
      `{"model":"claude-a","max_tokens":9,"messages":[{"role":"user","content":[{"type":"container_upload","\\u0066\\u0069\\u006ce\\u005fid":"\\u0066${id.slice(1)}"}]}]}`,
    404,
  ],
  [
    'audio of an earlier turn',
    CHAT,
    'audio',
    (id) => toChat({ messages: [...hello, { role: 'assistant', audio: { id } }, ...hello] }),
    404,
  ],
];

describe.each([false, true])('what a provider stores of one user (streamed: %s)', (stream) => {
  test.each(CASES.filter(([, path]) => !stream || path !== CHAT))(
    'is not found by another who knows its id: %s',
    async (_what, path, prefix, requestFor, status) => {
      const [owner, other] = [await person(), await person()];
      expect((await owner(path, { ...CREATIONS[path], stream })).status).toBe(200);
      const request = requestFor(idIn(answers.at(-1), prefix));
      sent = [];
      const refused = await other(path, request);
      expect([refused.status, sent]).toEqual([status, []]);
      const own = await owner(path, request);
      expect([own.status, sent.length], own.text).toEqual([200, 1]);
    },
  );
});

test('an id that a caller wrote into a request of their own stays its owner’s', async () => {
  const [owner, other] = [await person(), await person()];
  await owner(RESPONSES, CREATIONS[RESPONSES] as object);
  const id = idIn(answers.at(-1), 'resp');
  const echo = other(RESPONSES, toResponses({ instructions: id }));
  expect((await echo).status).toBe(200);
  expect((await other(RESPONSES, toResponses({ previous_response_id: id }))).status).toBe(400);
  expect((await owner(RESPONSES, toResponses({ previous_response_id: id }))).status).toBe(200);
});

test('what nobody here owns is asked of the provider', async () => {
  const ask = await person();
  const input = [{ type: 'item_reference', id: newId('msg') }];
  expect((await ask(RESPONSES, toResponses({ input }))).status).toBe(200);
  const file = [{ type: 'input_file', file_id: newId('file') }];
  const call = toResponses({ input: [{ role: 'user', content: file }] });
  expect((await ask(RESPONSES, call)).status).toBe(200);
});

test('nothing is noted for a response that its provider does not store, but its container is', async () => {
  const [owner, other] = [await person(), await person()];
  await owner(RESPONSES, { ...CREATIONS[RESPONSES], store: false });
  const whole = answers.at(-1);
  const named = (id: string) => toResponses({ input: [{ type: 'item_reference', id }] });
  expect((await other(RESPONSES, named(idIn(whole, 'msg')))).status).toBe(200);
  const tool = { type: 'code_interpreter', container: idIn(whole, 'cntr') };
  expect((await other(RESPONSES, toResponses({ tools: [tool] }))).status).toBe(404);
});

test('what another user owns is not counted at the provider', async () => {
  const [owner, other] = [await person(), await person()];
  await owner(MESSAGES, CREATIONS[MESSAGES] as object);
  const request = toMessages({ container: idIn(answers.at(-1), 'container') });
  sent = [];
  expect((await other(`${MESSAGES}/count_tokens`, request)).status).toBe(200);
  expect(sent).toEqual([]);
  await owner(`${MESSAGES}/count_tokens`, request);
  expect(sent).toHaveLength(1);
});

test('a response whose caller left before its end is theirs as well', async () => {
  const client = await gateway.user({ quota: 500_000_000 });
  const { secret } = await gateway.token(client);
  const other = await person();
  const leaving = new AbortController();
  const result = await fetch(gateway.url + RESPONSES, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(toResponses({ stream: true, metadata: {} })),
    signal: leaving.signal,
  });
  await result.body?.getReader().read();
  leaving.abort();
  const id = idIn(answers.at(-1), 'resp');
  // Another call takes longer than to notice that the first caller left.
  await other(RESPONSES, toResponses({}));
  release();
  await expect
    .poll(async () => JSON.stringify((await client.call('GET', '/api/log/self')).body.data))
    .toContain('client_gone');
  const refused = await other(RESPONSES, toResponses({ previous_response_id: id }));
  expect(refused.status).toBe(400);
});

test('a key of a repeated request is one of its user, and of nobody else', async () => {
  const [one, other] = [await person(), await person()];
  keys.length = 0;
  const plain = { model: 'gpt-audio', messages: hello };
  for (const ask of [one, one, other]) await ask(CHAT, plain, { 'idempotency-key': 'again-1' });
  await one(CHAT, plain, { 'idempotency-key': 'again-2' });
  await one(CHAT, plain);
  expect(keys[0]).toMatch(/^[\w-]{43}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys.slice(1)).size).toBe(4);
  expect(keys[4]).toBeUndefined();
});
