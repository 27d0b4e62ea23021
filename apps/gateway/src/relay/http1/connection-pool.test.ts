import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { ConnectionPool } from './connection-pool.ts';
import { UpstreamClosed, UpstreamTimeout } from './connection.ts';
import { CallAborted, PooledCall } from './pooled-call.ts';

const LIMITS = { connect: 2, head: 3, piece: 2, idle: 5, perSecond: 1 };
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

type Script = (socket: Socket, request: string, connection: number) => void;

/** A server that answers each request by hand, and a pool before it. */
async function stage(script: Script, connectionsMax = 10) {
  const requests: { connection: number; text: string }[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    const connection = sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      requests.push({ connection, text: data.toString('latin1') });
      script(socket, data.toString('latin1'), connection);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = { secure: false, hostname: '127.0.0.1', port, lookup };
  const pool = new ConnectionPool(origin, LIMITS, connectionsMax);
  open.push(() => {
    pool.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { pool, requests, sockets };
}

interface Result {
  status?: number;
  body: string;
  error?: Error;
}

function send(pool: ConnectionPool, head = 'GET / HTTP/1.1\r\n\r\n', body?: Buffer) {
  let resolve: (result: Result) => void;
  const result: Result = { body: '' };
  const done = new Promise<Result>((settle) => {
    resolve = settle;
  });
  const first = Promise.withResolvers<void>();
  const call = new PooledCall(head, body, {
    started: (status) => {
      result.status = status;
    },
    data: (chunk) => {
      result.body += chunk.toString('latin1');
      first.resolve();
    },
    ended: () => resolve(result),
    failed: (error) => {
      result.error = error;
      resolve(result);
    },
  });
  pool.send(call);
  return { call, done, first: first.promise };
}

const answer = (socket: Socket, body = 'ok', headers = '') =>
  socket.write(`HTTP/1.1 200 OK\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`);

describe('connections to an upstream', () => {
  it('carry one call after the other, head and body as they were given', async () => {
    const { pool, requests } = await stage((socket) => answer(socket));
    const head = 'POST /a HTTP/1.1\r\ncontent-length: 3\r\n\r\n';
    for (let at = 0; at < 3; at++)
      expect(await send(pool, head, Buffer.from([0x61, 0xff, 0x0a])).done).toEqual({
        status: 200,
        body: 'ok',
      });
    expect(requests).toEqual(
      Array.from({ length: 3 }, () => ({ connection: 1, text: `${head}a\u00ff\n` })),
    );
  });

  it('carry large bodies whole, both ways', async () => {
    const size = 3_000_000;
    let got = 0;
    const { pool } = await stage((socket, request) => {
      got += request.length;
      if (got === size + 4) answer(socket, 'x'.repeat(size));
    });
    const { body } = await send(pool, '\r\n\r\n', Buffer.alloc(size, 0x61)).done;
    expect(body.length).toBe(size);
  });

  it('are as many as there are calls at once, up to the limit; the others wait their turn', async () => {
    const waiting: Socket[] = [];
    const { pool, requests } = await stage((socket) => void waiting.push(socket), 2);
    const calls = [1, 2, 3, 4].map((at) => send(pool, `GET /${at} HTTP/1.1\r\n\r\n`));
    calls[2]?.call.abort();
    expect((await calls[2]?.done)?.error).toBeInstanceOf(CallAborted);
    await expect.poll(() => waiting.length).toBe(2);
    for (const socket of waiting.splice(0)) answer(socket);
    await Promise.all([calls[0]?.done, calls[1]?.done]);
    await expect.poll(() => waiting.length).toBe(1);
    answer(waiting.at(0) as Socket);
    expect(await calls[3]?.done).toEqual({ status: 200, body: 'ok' });
    expect(new Set(requests.map(({ connection }) => connection)).size).toBe(2);
    expect(requests.map(({ text }) => text[5])).not.toContain('3');
  });

  it('are not used again after an answer that something followed', async () => {
    const { pool, requests } = await stage((socket) =>
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil',
      ),
    );
    expect(await send(pool).done).toEqual({ status: 200, body: 'ok' });
    expect(await send(pool).done).toEqual({ status: 200, body: 'ok' });
    expect(requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it('that speak without being asked are closed before the next call', async () => {
    const { pool, requests, sockets } = await stage((socket) => answer(socket));
    await send(pool).done;
    const closed = once(sockets.at(0) as Socket, 'close');
    sockets[0]?.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil');
    await closed;
    expect((await send(pool).done).body).toBe('ok');
    expect(requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it('that the server closed while they rested lose no call: it is sent once more', async () => {
    const { pool, requests } = await stage((socket, _, connection) => {
      if (connection === 1 && requests.length > 1) socket.destroy();
      else answer(socket);
    });
    await send(pool).done;
    pool.tick();
    expect(await send(pool).done).toEqual({ status: 200, body: 'ok' });
    expect(requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });

  it('that have just rested too long are not used again, also before they are closed', async () => {
    const { pool, requests } = await stage((socket) => answer(socket));
    await send(pool).done;
    for (let at = 0; at <= LIMITS.idle; at++) pool.tick();
    const { call, done } = send(pool);
    expect(await done).toEqual({ status: 200, body: 'ok' });
    expect(call.sentAgain).toBe(false);
    expect(requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it('that close in the middle of a call fail it, and it is not sent again', async () => {
    const { pool, requests } = await stage((socket) => socket.destroy());
    expect((await send(pool).done).error).toBeInstanceOf(UpstreamClosed);
    expect(requests.length).toBe(1);
  });

  it('that close in the middle of an answer fail it', async () => {
    const { pool } = await stage((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nhalf');
    });
    expect(await send(pool).done).toMatchObject({
      status: 200,
      body: 'half',
      error: { code: 'UPSTREAM_CLOSED' },
    });
  });

  it('rest no longer than the server says, less a second', async () => {
    const { pool, requests } = await stage((socket) =>
      answer(socket, 'ok', 'keep-alive: timeout=3\r\n'),
    );
    await send(pool).done;
    pool.tick();
    pool.tick();
    await send(pool).done;
    for (let at = 0; at < 3; at++) pool.tick();
    await send(pool).done;
    expect(requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });

  it('are given up where the head or the next piece of an answer takes too long', async () => {
    const { pool } = await stage((socket, request) => {
      if (request.includes('/begun')) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx');
    });
    const silent = send(pool);
    const begun = send(pool, 'GET /begun HTTP/1.1\r\n\r\n');
    await begun.first;
    for (let at = 0; at < 4; at++) pool.tick();
    expect((await silent.done).error).toEqual(new UpstreamTimeout('UPSTREAM_HEAD_TIMEOUT'));
    expect((await begun.done).error).toEqual(new UpstreamTimeout('UPSTREAM_PIECE_TIMEOUT'));
  });

  it('are given up where the head comes so slowly that it is no head in time', async () => {
    const { pool, sockets } = await stage((socket, request) => {
      if (request.includes('/other')) answer(socket);
    });
    const { done } = send(pool);
    await expect.poll(() => sockets.length).toBe(1);
    for (let at = 0; at < 4; at++) {
      sockets[0]?.write('HTTP'.charAt(at));
      // What was written before is heard before.
      await send(pool, 'GET /other HTTP/1.1\r\n\r\n').done;
      pool.tick();
    }
    expect((await done).error).toEqual(new UpstreamTimeout('UPSTREAM_HEAD_TIMEOUT'));
  });

  it('fail the call whose listener breaks at its end, and not the one that came after it', async () => {
    const { pool } = await stage((socket) => answer(socket), 1);
    const failed = Promise.withResolvers<Error>();
    pool.send(
      new PooledCall('GET / HTTP/1.1\r\n\r\n', undefined, {
        started: () => undefined,
        data: () => undefined,
        ended() {
          throw new Error('broken');
        },
        failed: failed.resolve,
      }),
    );
    expect(await send(pool).done).toEqual({ status: 200, body: 'ok' });
    expect((await failed.promise).message).toBe('broken');
  });

  it('stop reading while paused, which is no silence of the upstream', async () => {
    const { pool } = await stage((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 8000000\r\n\r\n');
      socket.write(Buffer.alloc(8_000_000, 0x61));
    });
    const { call, done, first } = send(pool);
    await first;
    call.pause();
    for (let at = 0; at < 10; at++) pool.tick();
    expect(call.over).toBe(false);
    call.resume();
    expect((await done).body.length).toBe(8_000_000);
  });

  it('are closed with the call that is given up, which hears nothing more', async () => {
    const { pool, sockets } = await stage((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'),
    );
    const { call, done, first } = send(pool);
    await first;
    const closed = once(sockets.at(0) as Socket, 'close');
    call.abort();
    call.abort();
    expect((await done).error).toBeInstanceOf(CallAborted);
    await closed;
  });

  it('fail the call where nobody listens, with the code of the system', async () => {
    const origin = { secure: false, hostname: '127.0.0.1', port: 1, lookup };
    const pool = new ConnectionPool(origin, LIMITS, 1);
    const calls = [send(pool), send(pool)];
    for (const { done } of calls)
      expect((await done).error).toMatchObject({ code: 'ECONNREFUSED' });
  });
});
