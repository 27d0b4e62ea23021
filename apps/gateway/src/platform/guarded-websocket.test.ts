import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { HANDSHAKE_MS, openGuardedWebSocket } from './guarded-websocket.ts';

let server: Server;
afterEach(() => {
  vi.useRealTimers();
  server.close();
});

/** Waits for the end, whatever errors precede it. */
const closeOf = (socket: NodeJS.EventEmitter) =>
  new Promise((resolve) => socket.once('close', resolve));

test.each([
  ['accepts', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nx-'],
  ['refuses', 'HTTP/1.1 403 Forbidden\r\ncontent-length: 1000\r\n\r\n{"error":'],
])('an upstream that %s byte by byte without end loses the connection', async (_how, start) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = Promise.withResolvers<Socket>();
  server = createServer((upstream) => {
    upstream.on('error', () => undefined);
    upstream.once('data', () => upstream.write(start, () => asked.resolve(upstream)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const socket = openGuardedWebSocket({ url, headers: {}, allowPrivate: true });
  socket.on('unexpected-response', (_request, response) => response.on('error', () => {}).resume());
  socket.on('error', () => undefined);
  const closed = closeOf(socket);
  const upstream = await asked.promise;
  const left = closeOf(upstream);
  vi.advanceTimersByTime(HANDSHAKE_MS - 1);
  await new Promise((resolve) => upstream.write('a', resolve));
  vi.advanceTimersByTime(1);
  await Promise.all([closed, left]);
  expect(socket.readyState).toBe(socket.CLOSED);
});
