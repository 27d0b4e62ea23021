import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FLUSH_MAX_MS } from './fast-path-connection.ts';
import { type FastPathService, openHttpServer } from './open-http-server.ts';

/** Shorter than the test that waits for it; longer than a busy machine keeps a reader waiting. */
const STALLED_MS = 1000;
const LIMITS = {
  wholeRequestMs: 60_000,
  headersMs: 60_000,
  keepAliveMs: 60_000,
  stalledMs: STALLED_MS,
  checkIntervalMs: 10,
};
const LARGE = Buffer.alloc(8 * 1024 * 1024, 'x');
/** A chunked body, which Node's parser serves. */
const request = (more = '') =>
  `POST /v1/x HTTP/1.1\r\nHost: x\r\n${more}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;

describe('a response served by Node', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function sendRequest(node: RequestListener): Promise<Socket> {
    const nobody = { serves: () => true, serve: () => expect.unreachable('it is not plain') };
    server = openHttpServer(node, nobody, LIMITS);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    socket.write(request());
    return socket;
  }

  test('a response is aborted when nothing of it is read for too long', async () => {
    const requested = Promise.withResolvers<Socket>();
    await sendRequest(({ socket }, response) => {
      requested.resolve(socket);
      response.writeHead(200, { 'content-length': LARGE.length }).end(LARGE);
    });
    await once(await requested.promise, 'close');
  });

  test('a response may be produced slowly behind one that was read slowly', async () => {
    const first = Promise.withResolvers<void>();
    const late = (respond: () => void) => setTimeout(respond, 1.5 * STALLED_MS);
    const socket = await sendRequest(({ headers }, response) => {
      const body = headers.connection === 'close' ? Buffer.from('last') : LARGE;
      const respond = () => response.writeHead(200, { 'content-length': body.length }).end(body);
      if (body === LARGE) respond();
      else late(respond);
      first.resolve();
    });
    await first.promise;
    socket.write(request('Connection: close\r\n'));
    // Long enough that the server has checked, and waits for the reader.
    await new Promise((resolve) => setTimeout(resolve, STALLED_MS / 2));
    let text = '';
    for await (const chunk of socket.setEncoding('latin1')) text += String(chunk);
    expect(text.endsWith('\r\n\r\nlast')).toBe(true);
  });
});

describe('a response of a plain connection that is still being read when the server closes', () => {
  let server: Server;
  afterEach(() => {
    vi.useRealTimers();
    server.closeAllConnections();
    server.close();
  });

  test('a client that reads slowly holds up the end of the server for some seconds at most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const requested = Promise.withResolvers<void>();
    const plain: FastPathService = {
      serves: () => true,
      serve(_request, response) {
        response.writeHead(200, ['content-length', String(LARGE.length)]).end(LARGE);
        requested.resolve();
      },
    };
    server = openHttpServer(() => expect.unreachable('it is plain'), plain, LIMITS);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write('POST /v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n');
    await requested.promise;
    server.closeAllConnections();
    vi.advanceTimersByTime(FLUSH_MAX_MS);
    let bytes = 0;
    for await (const chunk of socket as AsyncIterable<Buffer>) bytes += chunk.length;
    expect(bytes).toBeLessThan(LARGE.length);
  });
});
