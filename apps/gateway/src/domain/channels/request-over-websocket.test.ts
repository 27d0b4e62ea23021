import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { requestOverWebSocket } from './request-over-websocket.ts';

let server: WebSocketServer;
/** How the server responds to a message. */
let respond: (socket: WebSocket) => void;
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => socket.on('message', () => respond(socket)));
  await once(server, 'listening');
});
afterAll(() => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});

const request = ({ timeoutMs = 10_000, maxBytes = 1000 } = {}) =>
  requestOverWebSocket({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    body: Buffer.from('question'),
    socket: { isLast: (message) => Buffer.from(message).toString() === 'last' },
    allowPrivate: true,
    timeoutMs,
    maxBytes,
    signal: undefined,
  });

test('the response consists of the messages, as events', async () => {
  respond = (socket) => ['one', 'last'].forEach((text) => socket.send(text));
  expect(await request()).toMatchObject({ status: 200, text: 'data: one\n\ndata: last\n\n' });
});

test('an upstream that never ends is disconnected once its messages exceed the limit in total', async () => {
  respond = (socket) => {
    for (let times = 0; times < 100; times += 1) socket.send('x'.repeat(100));
  };
  await expect(request()).rejects.toThrow('more than 1000 bytes');
});

test('an upstream that keeps sending is disconnected at the timeout', async () => {
  // Until it is disconnected: it would otherwise keep this process busy for all later files.
  respond = (socket) =>
    socket.send('x', (error) => {
      if (!error) setImmediate(respond, socket);
    });
  const call = request({ timeoutMs: 30, maxBytes: 1e9 });
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
});
