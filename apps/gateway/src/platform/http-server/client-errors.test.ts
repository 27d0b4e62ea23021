import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpRequest, HttpResponse } from './http-exchange.ts';
import { openHttpServer } from './open-http-server.ts';

const NEVER = 60_000;
let server: Server;
/** Responses that the test ends. */
const pending: HttpResponse[] = [];

beforeAll(async () => {
  const wait = (_request: HttpRequest, response: HttpResponse) => void pending.push(response);
  const limits = {
    wholeRequestMs: NEVER,
    headersMs: NEVER,
    keepAliveMs: NEVER,
    stalledMs: NEVER,
    checkIntervalMs: 10,
  };
  server = openHttpServer(wait, { serves: (url) => url.startsWith('/v1'), serve: wait }, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function send(...parts: string[]): Promise<Socket> {
  pending.length = 0;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.setNoDelay();
  for (const part of parts) {
    socket.write(part);
    // oxlint-disable-next-line no-await-in-loop -- each part is to arrive by itself
    await new Promise((resolve) => setImmediate(resolve));
  }
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket.setEncoding('latin1')) text += String(chunk);
  return text;
}

/** Answers the first request in two pieces, the last of which comes after whatever follows it. */
async function respondSlowly(socket: Socket, more = ''): Promise<string> {
  await expect.poll(() => pending.length).toBeGreaterThan(0);
  const [response] = pending as [HttpResponse];
  response.writeHead(200, ['content-length', '7']);
  response.write(Buffer.from('who'));
  const [begun] = (await once(socket, 'data')) as [Buffer];
  if (more !== '') socket.write(more);
  for (let turn = 0; turn < 5; turn += 1)
    // oxlint-disable-next-line no-await-in-loop -- gives what follows time to be read
    await new Promise((resolve) => setImmediate(resolve));
  response.end(Buffer.from('le 1'));
  return begun.toString('latin1') + (await readAll(socket));
}

const body = 'Content-Length: 2\r\n\r\n{}';
const first = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}${body}`;
const CLOSING = 'Connection: close\r\n';
const NEXT = first('/v1/x', '');

test.each([
  ['a request after the last, in the same packet', [first('/v1/x', CLOSING) + NEXT], ''],
  ['a request after the last, in its own packet', [first('/v1/x', CLOSING), NEXT], ''],
  ['a request after the last answer has begun', [first('/v1/x', CLOSING)], NEXT],
  ['the same outside of the relay', [first('/api/x', CLOSING)], NEXT],
  [
    'a request with two lengths',
    [first('/api/x', '') + first('/api/x', 'Content-Length: 3\r\n')],
    '',
  ],
  ['what is no request', [first('/api/x', '')], 'nonsense\r\n\r\n'],
  ['what is no request, at once', [first('/api/x', ''), '\0\0\0\0\r\n\r\n'], ''],
  ['a second of these', [first('/api/x', '')], 'nonsense\r\n\r\nnonsense\r\n\r\n'],
])('an answer is sent whole whatever follows its request: %s', async (_what, parts, more) => {
  const text = await respondSlowly(await send(...parts), more);
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nwhole 1/);
  expect(pending).toHaveLength(1);
});

test('all answers to whole requests are sent before a connection that became unreadable is closed', async () => {
  const socket = await send(first('/api/x', '') + first('/api/x', ''), 'nonsense\r\n\r\n');
  for (const index of [0, 1]) {
    // oxlint-disable-next-line no-await-in-loop -- the second is served after the first
    await expect.poll(() => pending.length).toBe(index + 1);
    pending[index]?.writeHead(200, ['content-length', '8']);
    pending[index]?.end(Buffer.from(`whole ${index}.`));
  }
  expect(await readAll(socket)).toMatch(/whole 0\.HTTP\/1\.1 200 OK\r\n[^]*whole 1\.$/);
});

test.each([
  ['no request at all', 'nonsense\r\n\r\n', 400],
  ['a head that never ends', `POST /api/x HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n`, 431],
  [
    'a body whose chunks are broken',
    'POST /api/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
  ],
])('%s is refused, and its connection closed', async (_what, wire, status) => {
  expect(await readAll(await send(wire))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});
