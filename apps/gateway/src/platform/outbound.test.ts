import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { createOutboundStream } from './outbound-stream.ts';
import { createOutbound } from './outbound.ts';

const TEXT = JSON.stringify({ data: [{ id: 'model-门' }] });
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Sends a request to a server that always responds with this body. */
async function send(coding: string, body: Buffer, maxBytes = 10_000) {
  const sizes: number[] = [];
  const server = createServer((request, response) => {
    expect(request.headers['accept-encoding']).toBe('identity');
    response.writeHead(200, { 'content-encoding': coding }).end(body);
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const onBytes = (bytes: number) => void sizes.push(bytes);
  const { text } = await createOutbound(true)({ url, timeoutMs: 10_000, maxBytes, onBytes });
  return { text, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

test('non-idempotent requests never reuse a connection that the server closes after its response', async () => {
  let connections = 0;
  const server = createServer((_request, response) => {
    // Announced as kept alive, yet closed.
    response.end('ok', () => setImmediate(() => response.socket?.destroy()));
  }).on('connection', () => (connections += 1));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outbound = createOutbound(true, { keepsOpen: false });
  for (let times = 0; times < 20; times += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as fast as can be
    expect(
      (await outbound({ url, method: 'POST', body: '1', timeoutMs: 10_000, maxBytes: 9 })).text,
    ).toBe('ok');
  expect(connections).toBe(20);
});

test('nothing remains of 120 addresses that callers name, whether or not they respond', async () => {
  const script = new URL('../../test-support/count-remaining-clients.ts', import.meta.url);
  const [remaining] = await once(new Worker(script), 'message');
  expect(remaining).toBeLessThanOrEqual(4);
});

test('a streamed response that nobody reads can be left', async () => {
  const server = createServer((_request, response) => response.end('short'));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { signal } = new AbortController();
  const { body } = await createOutboundStream(true)({ url, method: 'GET', headers: {}, signal });
  // An error that nobody listens for would end the process.
  await new Promise((resolve) => body.once('close', resolve).destroy());
});

describe('a response outside the relay', () => {
  test.each([
    ['identity', Buffer.from],
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as [string, (text: string) => Buffer][])('in %s is read', async (coding, compress) => {
    expect(await send(coding, compress(TEXT))).toEqual({
      text: TEXT,
      bytes: Buffer.byteLength(TEXT),
    });
  });

  test('is limited by its decompressed size', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    await expect(send('gzip', bomb, 20_000)).rejects.toThrow('more than 20000 bytes');
  });

  test.each([
    ['compress', Buffer.from(TEXT)],
    ['gzip, gzip', gzipSync(gzipSync(TEXT))],
    ['gzip', gzipSync(TEXT).subarray(0, -10)],
    ['br', Buffer.from(TEXT)],
  ])('in %s that cannot be decoded is an error', async (coding, body) => {
    await expect(send(coding, body)).rejects.toThrow();
  });
});
