import { lookup } from 'node:dns';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConnectionPool } from './connection-pool.ts';
import { UpstreamClosed, UpstreamTimeout } from './connection.ts';
import { CallAborted, PooledCall } from './pooled-call.ts';
import { respond, LIMITS, send, stage } from './testing/pool-stage.ts';

describe('connections to an upstream', () => {
  it('carry calls one after another, with head and body as given', async () => {
    const { pool, requests } = await stage((socket) => respond(socket));
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
    let received = 0;
    const { pool } = await stage((socket, request) => {
      received += request.length;
      if (received === size + 4) respond(socket, 'x'.repeat(size));
    });
    const { body } = await send(pool, '\r\n\r\n', Buffer.alloc(size, 0x61)).done;
    expect(body.length).toBe(size);
  });

  it('are as many as there are concurrent calls, up to the limit; further calls queue', async () => {
    const waiting: Socket[] = [];
    const { pool, requests } = await stage((socket) => void waiting.push(socket), 2);
    const calls = [1, 2, 3, 4].map((at) => send(pool, `GET /${at} HTTP/1.1\r\n\r\n`));
    calls[2]?.call.abort();
    expect((await calls[2]?.done)?.error).toBeInstanceOf(CallAborted);
    await expect.poll(() => waiting.length).toBe(2);
    for (const socket of waiting.splice(0)) respond(socket);
    await Promise.all([calls[0]?.done, calls[1]?.done]);
    await expect.poll(() => waiting.length).toBe(1);
    respond(waiting.at(0) as Socket);
    expect(await calls[3]?.done).toEqual({ status: 200, body: 'ok' });
    expect(new Set(requests.map(({ connection }) => connection)).size).toBe(2);
    expect(requests.map(({ text }) => text[5])).not.toContain('3');
  });

  it('are not reused after a response followed by further bytes', async () => {
    const { pool, requests } = await stage((socket) =>
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil',
      ),
    );
    expect(await send(pool).done).toEqual({ status: 200, body: 'ok' });
    expect(await send(pool).done).toEqual({ status: 200, body: 'ok' });
    expect(requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it('connections that send unsolicited data are closed before the next call', async () => {
    const { pool, requests, sockets } = await stage((socket) => respond(socket));
    await send(pool).done;
    const closed = once(sockets.at(0) as Socket, 'close');
    sockets[0]?.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil');
    await closed;
    expect((await send(pool).done).body).toBe('ok');
    expect(requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it.each([
    ['with a FIN', (socket: Socket) => socket.end()],
    ['with a RST', (socket: Socket) => socket.resetAndDestroy()],
  ])(
    'connections that the server closes %s as the next request arrives lose no call: it is resent once on a new connection',
    async (_, close) => {
      const { pool, requests } = await stage((socket, __, connection) => {
        if (connection === 1 && requests.length > 1) close(socket);
        else respond(socket);
      });
      await send(pool).done;
      const { call, done } = send(pool, 'POST / HTTP/1.1\r\n\r\n', Buffer.alloc(100_000, 0x61));
      expect(await done).toEqual({ status: 200, body: 'ok' });
      expect(call.isResent).toBe(true);
      expect(new Set(requests.map(({ connection }) => connection))).toEqual(new Set([1, 2]));
    },
  );

  it('lose no call to a server that closes each of them right after its response', async () => {
    const { pool } = await stage((socket) => {
      respond(socket);
      socket.end();
    });
    for (let at = 0; at < 50; at++)
      // oxlint-disable-next-line no-await-in-loop -- each call may meet the close of the one before
      expect(await send(pool).done).toEqual({ status: 200, body: 'ok' });
  });

  it('resend a call only once', async () => {
    const { pool, requests } = await stage((socket) => {
      if (requests.length > 1) socket.destroy();
      else respond(socket);
    });
    await send(pool).done;
    expect((await send(pool).done).error).toBeDefined();
    expect(requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });

  it('do not resend a call after a byte of its response has arrived', async () => {
    const { pool, requests } = await stage((socket) => {
      if (requests.length > 1) socket.end('H');
      else respond(socket);
    });
    await send(pool).done;
    expect((await send(pool).done).error).toBeInstanceOf(UpstreamClosed);
    expect(requests.length).toBe(2);
  });

  it('do not resend a call that the server held before it closed: it may have done the work', async () => {
    const { pool, requests, sockets } = await stage((socket) => {
      if (requests.length === 1) respond(socket);
    });
    await send(pool).done;
    const { done } = send(pool);
    await expect.poll(() => requests.length).toBe(2);
    for (let at = 0; at <= LIMITS.crossing; at++) pool.tick();
    sockets[0]?.destroy();
    expect((await done).error).toBeInstanceOf(UpstreamClosed);
    expect(requests.length).toBe(2);
  });

  it('connections that the server closes while idle are dropped immediately', async () => {
    const { pool, requests, sockets } = await stage((socket) => respond(socket));
    await send(pool).done;
    const closed = once(sockets.at(0) as Socket, 'close');
    sockets[0]?.end();
    await closed;
    const { call, done } = send(pool);
    expect(await done).toEqual({ status: 200, body: 'ok' });
    expect(call.isResent).toBe(false);
    expect(requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it('connections that have just exceeded their idle time are not reused, even before they are closed', async () => {
    const { pool, requests } = await stage((socket) => respond(socket));
    await send(pool).done;
    for (let at = 0; at <= LIMITS.idle; at++) pool.tick();
    const { call, done } = send(pool);
    expect(await done).toEqual({ status: 200, body: 'ok' });
    expect(call.isResent).toBe(false);
    expect(requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it('connections that close during a call fail it without resending', async () => {
    const { pool, requests } = await stage((socket) => socket.destroy());
    expect((await send(pool).done).error).toBeInstanceOf(UpstreamClosed);
    expect(requests.length).toBe(1);
  });

  it('connections that close in the middle of a response fail it', async () => {
    const { pool } = await stage((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nhalf');
    });
    expect(await send(pool).done).toMatchObject({
      status: 200,
      body: 'half',
      error: { code: 'UPSTREAM_CLOSED' },
    });
  });

  it('are kept idle for a second less than the server states', async () => {
    const { pool, requests } = await stage((socket) =>
      respond(socket, 'ok', 'keep-alive: timeout=3\r\n'),
    );
    await send(pool).done;
    pool.tick();
    pool.tick();
    await send(pool).done;
    for (let at = 0; at < 3; at++) pool.tick();
    await send(pool).done;
    expect(requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });

  it('are closed if the head or the next chunk of a response takes too long', async () => {
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

  it('are closed if the head arrives too slowly', async () => {
    const { pool, sockets } = await stage((socket, request) => {
      if (request.includes('/other')) respond(socket);
    });
    const { done } = send(pool);
    await expect.poll(() => sockets.length).toBe(1);
    for (let at = 0; at < 4; at++) {
      sockets[0]?.write('HTTP'.charAt(at));
      // A completed call proves that the earlier write has arrived.
      await send(pool, 'GET /other HTTP/1.1\r\n\r\n').done;
      pool.tick();
    }
    expect((await done).error).toEqual(new UpstreamTimeout('UPSTREAM_HEAD_TIMEOUT'));
  });

  it('fail the call whose listener throws at its end, and not the next one', async () => {
    const { pool } = await stage((socket) => respond(socket), 1);
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

  it('stop reading while paused, which does not count as silence of the upstream', async () => {
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

  it('are closed with an aborted call, which gets no further events', async () => {
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

  it("fail the call with the system's error code if nobody listens on the port", async () => {
    const origin = { secure: false, hostname: '127.0.0.1', port: 1, lookup };
    const pool = new ConnectionPool(origin, LIMITS, 1);
    const calls = [send(pool), send(pool)];
    for (const { done } of calls)
      expect((await done).error).toMatchObject({ code: 'ECONNREFUSED' });
  });
});
