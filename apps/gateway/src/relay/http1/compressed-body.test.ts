import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MalformedResponse } from './response-head.ts';
import { respond, send, stage } from './testing/pool-stage.ts';

const TEXT = JSON.stringify({ text: 'Tür 门 '.repeat(2000) });
const CODINGS = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  GZIP: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
} as const;
/** Compressors, and how to flush each. */
const FLUSHING = {
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdCompress({ flush: constants.ZSTD_e_flush }),
} as const;

const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

function write(socket: Socket, coding: string, body: Buffer): void {
  socket.write(
    `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
}
const utf8 = (body: string) => Buffer.from(body, 'latin1').toString('utf8');

describe('a compressed response', () => {
  it.each(Object.entries(CODINGS))(
    'a response in %s is read, and its connection is kept',
    async (coding, compress) => {
      const { pool, requests } = await stage((socket) => write(socket, coding, compress(TEXT)));
      for (let call = 0; call < 3; call++) expect(utf8((await send(pool).done).body)).toBe(TEXT);
      expect(requests.map(({ connection }) => connection)).toEqual([1, 1, 1]);
    },
  );

  it.each(Object.entries(CODINGS))(
    'a response in %s is read a byte at a time, in chunks',
    async (coding, compress) => {
      const { pool } = await stage((socket) => {
        socket.write(
          `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ntransfer-encoding: chunked\r\n\r\n`,
        );
        for (const byte of compress('{"a":1}'))
          socket.write(Buffer.from([0x31, 13, 10, byte, 13, 10]));
        socket.write('0\r\n\r\n');
      });
      expect(await send(pool).done).toEqual({ status: 200, body: '{"a":1}' });
    },
  );

  it.each(Object.entries(FLUSHING))(
    'a response in %s emits each event as soon as it arrives',
    async (coding, open) => {
      const compressor = open();
      const { pool, sockets } = await stage((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\n\r\n`);
        compressor.pipe(socket);
        compressor.write('data: 1\n\n');
      });
      const call = send(pool);
      for (let event = 2; event <= 4; event++) {
        const pending = call.result;
        // The next event is sent only after the previous one has arrived.
        await expect.poll(() => pending.body).toMatch(new RegExp(`data: ${event - 1}\n\n$`));
        compressor.write(`data: ${event}\n\n`);
      }
      compressor.end();
      await once(sockets.at(0) as Socket, 'close');
      expect((await call.done).body).toBe([1, 2, 3, 4].map((n) => `data: ${n}\n\n`).join(''));
    },
  );

  it('a response of several gzip members is read to its end', async () => {
    const body = Buffer.concat([gzipSync('{"a":'), gzipSync('1}')]);
    const { pool } = await stage((socket) => write(socket, 'gzip', body));
    expect((await send(pool).done).body).toBe('{"a":1}');
  });

  it.each(['identity', 'Identity', ''])(
    'a response with the coding %j is not compressed',
    async (coding) => {
      const { pool } = await stage((socket) => write(socket, coding, Buffer.from('ok')));
      expect((await send(pool).done).body).toBe('ok');
    },
  );

  it('a response without a body is not decoded', async () => {
    const { pool } = await stage((socket) => write(socket, 'gzip', Buffer.alloc(0)));
    expect(await send(pool).done).toEqual({ status: 200, body: '' });
  });

  it.each([
    'compress',
    'gzip, br',
    'gzip, gzip',
    'gzip\r\ncontent-encoding: gzip',
    'exi',
    'aws-chunked',
  ])('a response in the coding %j is a fault, and the next call succeeds', async (coding) => {
    const { pool, requests } = await stage((socket) => {
      if (requests.length === 1) write(socket, coding, gzipSync(gzipSync('ok')));
      else respond(socket);
    });
    const { error, status } = await send(pool).done;
    expect(error).toBeInstanceOf(MalformedResponse);
    expect(status).toBeUndefined();
    expect((await send(pool).done).body).toBe('ok');
  });

  it.each([
    ['cut short', gzipSync(TEXT).subarray(0, -20)],
    ['spoiled', Buffer.concat([gzipSync(TEXT).subarray(0, 40), Buffer.alloc(64, 0xff)])],
    ['plain text', Buffer.from(TEXT)],
    ['longer than it is', Buffer.concat([gzipSync('{}'), Buffer.from('{"evil":1}')])],
  ])('a response that is %s is a fault, and the next call succeeds', async (_, body) => {
    const { pool, requests } = await stage((socket) => {
      if (requests.length === 1) write(socket, 'gzip', body);
      else respond(socket);
    });
    expect((await send(pool).done).error).toBeInstanceOf(MalformedResponse);
    expect((await send(pool).done).body).toBe('ok');
  });

  it.each([
    ['gzip', (zeros: Buffer) => gzipSync(zeros, { level: 1 })],
    ['br', (zeros: Buffer) => brotliCompressSync(zeros, QUICK_BROTLI)],
    ['zstd', (zeros: Buffer) => zstdCompressSync(zeros)],
  ])('a decompression bomb in %s is a fault long before its end', async (coding, compress) => {
    const bomb = compress(Buffer.alloc(64 * 1024 * 1024));
    const { pool } = await stage((socket) => write(socket, coding, bomb));
    const { error, body } = await send(pool).done;
    expect(error).toBeInstanceOf(MalformedResponse);
    expect(body.length).toBeLessThan(32 * 1024 * 1024);
  });

  it('a zstd window larger than browsers allow is a fault', async () => {
    const params = {
      [constants.ZSTD_c_windowLog]: 27,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    };
    const compressor = createZstdCompress({ params });
    const { pool } = await stage((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: zstd\r\n\r\n');
      compressor.pipe(socket);
      compressor.end('{}');
    });
    expect((await send(pool).done).error).toBeInstanceOf(MalformedResponse);
  });

  it('a response that nobody reads applies backpressure, and arrives whole once it is read', async () => {
    // More than the kernel buffers for a connection.
    const noise = randomBytes(24 * 1024 * 1024);
    const { pool, sockets } = await stage((socket) =>
      write(socket, 'zstd', zstdCompressSync(noise)),
    );
    const { call, done, first, result } = send(pool);
    await first;
    call.pause();
    let before = -1;
    await expect.poll(() => before === (before = result.body.length)).toBe(true);
    expect(sockets[0]?.writableLength).toBeGreaterThan(0);
    expect(before).toBeLessThan(noise.length / 2);
    call.resume();
    expect(Buffer.from((await done).body, 'latin1').equals(noise)).toBe(true);
  });

  it('an aborted response emits nothing more, and ends its connection', async () => {
    const { pool, sockets } = await stage((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 9000\r\n\r\n');
      socket.write(gzipSync(TEXT));
    });
    const { call, done, first, result } = send(pool);
    await first;
    const closed = once(sockets.at(0) as Socket, 'close');
    call.abort();
    expect((await done).error?.message).toBe('aborted');
    const receivedBytes = result.body.length;
    await closed;
    expect(result.body.length).toBe(receivedBytes);
  });
});
