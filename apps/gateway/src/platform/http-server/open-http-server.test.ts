import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { HttpResponse, HttpRequest } from './http-exchange.ts';
import { openHttpServer, type FastPathService } from './open-http-server.ts';
import type { FastPathResponse } from './fast-path-response.ts';
import { FastPathRequest } from './fast-path-request.ts';

/** Limits that no client reaches, even on a busy machine. */
const LIMITS = {
  wholeRequestMs: 60_000,
  headersMs: 60_000,
  keepAliveMs: 60_000,
  stalledMs: 60_000,
  checkIntervalMs: 10,
};
const STRICT = { ...LIMITS, wholeRequestMs: 150, headersMs: 100 };
const BODY_MAX = 1024 * 1024;
let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

interface Doors {
  node?: RequestListener;
  plain?: FastPathService['serve'];
  limits?: typeof LIMITS;
}

/** Starts a server whose fast path serves everything under /v1. */
async function start({ node = echo, plain = echo, limits = LIMITS }: Doors): Promise<void> {
  server = openHttpServer(
    node,
    { serves: (url) => url.startsWith('/v1'), serve: plain },
    { ...limits },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function open(doors: Doors = {}): Promise<Socket> {
  await start(doors);
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}

/** Reads a body of at most so many bytes. */
async function readLater(request: FastPathRequest, maxBytes: number): Promise<Buffer> {
  return request.readBody(maxBytes);
}

/** Responds with the path that served the request, its target and its body. */
function echo(request: HttpRequest, response: HttpResponse): void {
  const respond = (body: Buffer) => {
    const door = request instanceof FastPathRequest ? 'plain' : 'node';
    const text = Buffer.from(JSON.stringify([door, request.url, body.toString('latin1')]));
    response.writeHead(200, ['content-length', String(text.length)]);
    response.end(text);
  };
  if (request instanceof FastPathRequest)
    return void readLater(request, BODY_MAX).then(respond, () => response.destroy());
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => respond(Buffer.concat(chunks)));
}

/** Reads everything until the connection ends. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket.setEncoding('latin1')) text += String(chunk);
  return text;
}

/** The responses of `echo` on a connection, in order. */
function parseResponses(wire: string): unknown[] {
  return [...wire.matchAll(/\["(?:plain|node)".*?"\]/g)].map(([text]) => JSON.parse(text));
}

const post = (body: string, more = '', path = '/v1/x') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
const last = (body: string) => post(body, 'Connection: close\r\n');

describe('the HTTP server', () => {
  test('a body that never completes gets 408 and its connection is closed', async () => {
    for (const path of ['/v1/chat/completions', '/api/user/login']) {
      const socket = await open({ node: () => {}, plain: () => {}, limits: STRICT });
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"a`);
      expect(await readAll(socket), path).toMatch(/^HTTP\/1\.1 408 /);
      server.close();
    }
  });

  test('a response may take much longer than a request', async () => {
    const slowly = (_request: unknown, response: HttpResponse) => {
      response.shouldKeepAlive = false;
      response.writeHead(200, []);
      const timer = setInterval(() => response.write(Buffer.from('x')), 20);
      setTimeout(() => {
        clearInterval(timer);
        response.end('end', 'latin1');
      }, 5 * STRICT.wholeRequestMs);
    };
    const socket = await open({ plain: slowly, limits: STRICT });
    socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}');
    const text = await readAll(socket);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n\r\n/);
    expect(text).toMatch(/x+end$/);
  });

  test('a connection without a further request is closed', async () => {
    const socket = await open({ limits: { ...LIMITS, keepAliveMs: 50 } });
    socket.write(post('a'));
    expect(parseResponses(await readAll(socket))).toEqual([['plain', '/v1/x', 'a']]);
  });

  test('pipelined requests are answered in order, wherever their bytes are split', async () => {
    const wire = post('first') + post('', 'X-Empty: \r\n') + post('third', '', '/v1/y') + last('4');
    const expected = ['first', '', 'third', '4'];
    await start({});
    for (let cut = 1; cut < wire.length; cut += 1) {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.setNoDelay();
      socket.write(wire.slice(0, cut));
      // oxlint-disable-next-line no-await-in-loop -- one connection after the other
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(wire.slice(cut));
      // oxlint-disable-next-line no-await-in-loop -- one connection after the other
      const responses = parseResponses(await readAll(socket)) as string[][];
      expect(
        responses.map(([, , body]) => body),
        `cut at ${cut}`,
      ).toEqual(expected);
    }
  });

  test.each([
    ['another method', 'GET /v1/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', ''],
    [
      'chunks',
      'POST /v1/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n',
      'ab',
    ],
    ['an address that is not the relay’s', post('a', 'Connection: close\r\n', '/api/x'), 'a'],
    ['a header twice', post('a', 'Connection: close\r\nX-A: 1\r\nX-A: 2\r\n'), 'a'],
  ])('%s after a plain request goes to Node intact', async (_what, request, body) => {
    const socket = await open();
    socket.write(post('plain') + request);
    const path = request.split(' ')[1];
    expect(parseResponses(await readAll(socket))).toEqual([
      ['plain', '/v1/x', 'plain'],
      ['node', path, body],
    ]);
  });

  test('a client that waits for 100 Continue gets it', async () => {
    const socket = await open();
    socket.write(
      'POST /v1/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n',
    );
    const [interim] = (await once(socket, 'data')) as [Buffer];
    expect(interim.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('a');
    expect(parseResponses(await readAll(socket))).toEqual([['node', '/v1/x', 'a']]);
  });

  test('an upgrade request reaches the upgrade handler', async () => {
    const socket = await open();
    server.on('upgrade', (request: IncomingMessage, upgraded: Socket) =>
      upgraded.end(`upgraded ${request.url}`),
    );
    socket.write(
      'GET /v1/realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(await readAll(socket)).toBe('upgraded /v1/realtime');
  });

  test('closing idle connections closes plain ones, but none with a call in progress', async () => {
    const calls: FastPathResponse[] = [];
    const begun = Promise.withResolvers<void>();
    const socket = await open({
      plain: (_request, response) => {
        calls.push(response);
        begun.resolve();
      },
    });
    socket.write(post('a'));
    await begun.promise;
    server.closeIdleConnections();
    calls[0]?.writeHead(200, ['content-length', '2']).end('ok', 'latin1');
    expect(String((await once(socket, 'data'))[0])).toContain('\r\n\r\nok');
    server.closeIdleConnections();
    await once(socket, 'close');
  });
});

describe('a plain connection', () => {
  test('a plain connection that responds before its body has arrived discards the rest and serves the next request', async () => {
    const body = 'b'.repeat(300_000);
    let calls = 0;
    const socket = await open({
      plain: (request, response) => {
        calls += 1;
        if (calls > 1) return echo(request, response);
        response.writeHead(401, ['content-length', '2']).end('no', 'latin1');
      },
    });
    socket.write(post(body));
    socket.write(last('next'));
    const wire = await readAll(socket);
    expect(wire).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n[^]*\r\n\r\nnoHTTP\/1\.1 200 OK/);
    expect((parseResponses(wire) as string[][]).map(([, , text]) => text)).toEqual(['next']);
  });

  test('a plain connection delivers large bodies whole, and pauses while they are not read', async () => {
    const body = Array.from({ length: 400_000 }, (_, index) => String(index % 10)).join('');
    const ready = Promise.withResolvers<void>();
    const socket = await open({
      plain: (request, response) => void ready.promise.then(() => echo(request, response)),
    });
    socket.write(post(body, 'X-A: b\r\n'));
    await expect.poll(() => socket.writableLength === 0 || socket.bytesWritten > 0).toBe(true);
    ready.resolve();
    let wire = '';
    for await (const chunk of socket.setEncoding('latin1')) {
      wire += String(chunk);
      if (wire.endsWith('"]')) break;
    }
    expect(parseResponses(wire)).toEqual([['plain', '/v1/x', body]]);
  });

  test('a plain connection refuses a body over the limit before it is read', async () => {
    const socket = await open({
      plain: (request, response) =>
        void readLater(request, 10).catch((error: Error) => {
          response.shouldKeepAlive = false;
          response.writeHead(413, ['content-length', '0']).end(error.message, 'latin1');
        }),
    });
    socket.write('POST /v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: 11\r\n\r\n');
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each([
    ['while its request comes', 'POST /v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{"a'],
    ['while its answer is waited for', post('{}')],
  ])('a plain connection reports a client that disconnects %s', async (_when, request) => {
    const disconnected = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let read: Promise<unknown> = Promise.resolve();
    const socket = await open({
      plain: (plainRequest, response) => {
        read = readLater(plainRequest, BODY_MAX);
        response.on('close', () => disconnected.resolve());
        begun.resolve();
      },
    });
    socket.write(request);
    await begun.promise;
    socket.destroy();
    await disconnected.promise;
    const outcome = await read.then(
      () => 'read',
      ({ code }: { code: string }) => code,
    );
    expect(outcome).toBe(request.endsWith('{"a') ? 'relay_invalid_request' : 'read');
  });

  test('a plain connection reads no further requests of a client that does not read its responses', async () => {
    let calls = 0;
    const sockets: FastPathRequest['socket'][] = [];
    const large = Buffer.alloc(2 * 1024 * 1024, 'x');
    const socket = await open({
      plain: (request, response) => {
        calls += 1;
        sockets.push(request.socket);
        response.writeHead(200, ['content-length', String(large.length)]).end(large);
      },
    });
    socket.pause();
    const request = post('a');
    socket.write(request.repeat(50));
    await expect.poll(() => sockets.at(-1)?.writableNeedDrain).toBe(true);
    const before = calls;
    for (let turn = 0; turn < 20; turn += 1)
      // oxlint-disable-next-line no-await-in-loop -- turns of the event loop
      await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toBe(before);
    expect(calls).toBeLessThan(50);
    socket.resume();
    await expect.poll(() => calls).toBe(50);
  });

  describe('a plain connection whose client reads a long response slowly', () => {
    const large = Buffer.alloc(8 * 1024 * 1024, 'x');
    const respondLarge: FastPathService['serve'] = (_request, response) =>
      response.writeHead(200, ['content-length', String(large.length)]).end(large);
    /** Opens a connection that has sent a request and reads nothing. */
    async function openSlow(limits: Partial<typeof LIMITS>): Promise<[Socket, Socket]> {
      const requested = Promise.withResolvers<Socket>();
      const socket = await open({
        plain: (request, response) => {
          respondLarge(request, response);
          requested.resolve(request.socket);
        },
        limits: { ...LIMITS, ...limits },
      });
      socket.pause();
      socket.write(post('a'));
      return [socket, await requested.promise];
    }
    const lengthOf = async (socket: Socket) => (await readAll(socket)).split('\r\n\r\n')[1]?.length;
    /** Waits for so many limit checks. */
    const ticks = (count: number) =>
      new Promise((resolve) => setTimeout(resolve, count * LIMITS.checkIntervalMs));

    test('it does not count as idle', async () => {
      const [socket] = await openSlow({ keepAliveMs: 0 });
      await ticks(130);
      expect(await lengthOf(socket)).toBe(large.length);
    });

    test('it is closed when nothing is read for too long', async () => {
      const [, serverSocket] = await openSlow({ stalledMs: 100 });
      await once(serverSocket, 'close');
    });

    test('it delivers the whole response while idle connections, and then all, are closed', async () => {
      const [socket] = await openSlow({});
      server.closeIdleConnections();
      server.closeAllConnections();
      expect(await lengthOf(socket)).toBe(large.length);
    });
  });

  test('a plain connection closes after its last response, even if the client does not', async () => {
    const accepted = Promise.withResolvers<Socket>();
    await start({
      plain: (request, response) => {
        accepted.resolve(request.socket);
        response.shouldKeepAlive = false;
        echo(request, response);
      },
    });
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.resume().write(post('a'));
    await once(await accepted.promise, 'close');
    socket.destroy();
  });

  test('a plain connection that refuses a body responds to a client still sending it, and parses none of it as a request', async () => {
    let calls = 0;
    const socket = await open({
      plain: (_request, response) => {
        calls += 1;
        response.shouldKeepAlive = false;
        response.writeHead(413, ['content-length', '2']).end('no', 'latin1');
      },
    });
    const body = post('x').repeat(20_000);
    socket.write(`POST /v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.write(body);
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 413 [^]*\r\n\r\nno$/);
    expect(calls).toBe(1);
  });

  test('a plain connection accepts no writes to a response after its end', async () => {
    const socket = await open({
      plain: (_request, response) => {
        response.writeHead(200, ['content-length', '2']).end('ok', 'latin1');
        response.write('HTTP/1.1 200 OK\r\n', 'latin1');
      },
      limits: { ...LIMITS, keepAliveMs: 50 },
    });
    socket.write(post('a'));
    expect(await readAll(socket)).toMatch(/\r\n\r\nok$/);
  });

  test('a plain connection rejects a header value that would break the head', async () => {
    const socket = await open({
      plain: (_request, response) => {
        expect(() => response.writeHead(200, ['x-a', 'b\r\nset-cookie: c'])).toThrow(TypeError);
        response.shouldKeepAlive = false;
        response.writeHead(500, ['content-length', '0']).end();
      },
    });
    socket.write(post('a'));
    const wire = await readAll(socket);
    expect(wire).toMatch(/^HTTP\/1\.1 500 Internal Server Error/);
    expect(wire).not.toContain('set-cookie');
  });
});
