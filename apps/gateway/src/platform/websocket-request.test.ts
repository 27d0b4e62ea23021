import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { ByteBudget } from './byte-budget.ts';
import { AddressNotAllowed } from './ssrf-guard.ts';
import { WebSocketRequest, type WebSocketRequestOptions } from './websocket-request.ts';

let server: WebSocketServer;
/** How the server handles a request. */
let respond: (socket: WebSocket) => void;
const closed: Promise<void>[] = [];

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => {
    closed.push(new Promise((resolve) => socket.once('close', () => resolve())));
    socket.once('message', () => respond(socket));
  });
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(() => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});

function send(options: Partial<WebSocketRequestOptions> = {}) {
  const { port } = server.address() as AddressInfo;
  const messages: string[] = [];
  let call: WebSocketRequest | undefined;
  const over = new Promise<string>((resolve) => {
    const all = {
      url: `ws://127.0.0.1:${port}/`,
      body: Buffer.from('question'),
      allowPrivate: true,
      idleMs: 10_000,
      isLast: (message: Uint8Array) => message.toString() === 'last',
      ...options,
    };
    call = new WebSocketRequest(all, {
      opened: () => undefined,
      refused: (status) => resolve(`refused ${status}`),
      message: (data) => messages.push(data.toString()),
      ended: () => resolve('ended'),
      failed: (error) => resolve(error.name === 'TimeoutError' ? 'timeout' : error.message),
    });
  });
  return { over, messages, call: call as unknown as WebSocketRequest };
}

test('a response ends with its last message, and the socket is closed', async () => {
  respond = (socket) => ['one', 'last', 'more'].forEach((text) => socket.send(text));
  const { over, messages } = send();
  expect(await over).toBe('ended');
  expect(messages).toEqual(['one', 'last']);
  await closed.at(-1);
});

test('a response without any message fails after its timeout', async () => {
  respond = () => undefined;
  expect(await send({ idleMs: 20 }).over).toBe('timeout');
  await closed.at(-1);
});

test('aborting a request closes its socket, before and after it is open', async () => {
  const early = send();
  early.call.abort();
  expect(await early.over).toBe('aborted');
  const begun = new Promise<void>((resolve) => (respond = () => resolve()));
  const late = send();
  await begun;
  late.call.abort();
  expect(await late.over).toBe('aborted');
  await closed.at(-1);
});

test('an incomplete message counts as memory, and fails its request when the budget is exhausted', async () => {
  const budget = new ByteBudget(3_000_000);
  const memory = { budget, owner: 1 };
  const part = Buffer.alloc(1_000_000, 'a');
  let resume: (() => void) | undefined;
  respond = (socket) => {
    socket.send(part, { fin: false });
    resume = () => socket.send('last', { fin: true });
  };
  const whole = send({ memory, isLast: () => true });
  await expect.poll(() => budget.reserved).toBeGreaterThanOrEqual(1_000_000);
  resume?.();
  expect(await whole.over).toBe('ended');
  expect(whole.messages[0]).toHaveLength(1_000_004);
  expect(budget.reserved).toBe(0);
  respond = (socket) => [part, part].forEach((fragment) => socket.send(fragment, { fin: false }));
  expect(await send({ memory }).over).toBe('no memory is free');
  expect(budget.reserved).toBe(0);
});

test('no request goes to an internal address', async () => {
  const { over } = send({ allowPrivate: false });
  expect(await over).toBe(new AddressNotAllowed('127.0.0.1').message);
});
