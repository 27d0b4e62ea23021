import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openHttpServer } from './open-http-server.ts';

const LIMITS = { wholeRequestMs: 150, headersMs: 100, keepAliveMs: 5000, lookEveryMs: 10 };
let server: Server;
afterEach(() => server.close());

async function open(listener: Parameters<typeof openHttpServer>[0]): Promise<Socket> {
  server = openHttpServer(listener, LIMITS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}

/** Everything that comes until the connection ends. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += String(chunk);
  return text;
}

test('a body that does not come to its end is answered 408 and its connection closed', async () => {
  const socket = await open(() => {});
  socket.write('POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"a');
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test('an answer may take much longer than a request', async () => {
  const socket = await open((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { connection: 'close' });
      const timer = setInterval(() => response.write('x'), 20);
      setTimeout(() => {
        clearInterval(timer);
        response.end('end');
      }, 5 * LIMITS.wholeRequestMs);
    });
  });
  socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}');
  const text = await readAll(socket);
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(text).toContain('end');
});
