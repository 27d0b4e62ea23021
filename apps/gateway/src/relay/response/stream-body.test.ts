import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { CoarseTimers } from '../../platform/coarse-timers.ts';
import type { HttpResponse } from '../../platform/http-server/http-exchange.ts';
import { StreamBody } from './stream-body.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Returns the raw bytes of two responses with these chunks, requested one after another. */
async function respondTwice(version: string, pieces: readonly Buffer[], last: Buffer) {
  const server = createServer((_, response) => {
    const body = new StreamBody(response, () => undefined);
    body.begin(200, ['content-type', 'text/event-stream']);
    for (const chunk of pieces) body.write(chunk);
    body.end(last);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const request = `GET / HTTP/${version}\r\nhost: a\r\n`;
  socket.write(`${request}\r\n${request}connection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

/** Parses the bodies of consecutive chunked responses. */
function readChunked(wire: string): string[] {
  const bodies: string[] = [];
  let rest = wire;
  while (rest !== '') {
    const head = rest.indexOf('\r\n\r\n');
    expect(rest.slice(0, head)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*transfer-encoding: chunked/);
    rest = rest.slice(head + 4);
    let body = '';
    for (;;) {
      const [line = ''] = rest.split('\r\n', 1);
      const size = Number.parseInt(line, 16);
      body += rest.slice(line.length + 2, line.length + 2 + size);
      expect(rest.slice(line.length + 2 + size, line.length + 4 + size)).toBe('\r\n');
      rest = rest.slice(line.length + 4 + size);
      if (size === 0) break;
    }
    bodies.push(body);
  }
  return bodies;
}

/** A body whose writes to the socket are recorded. */
function recordWrites() {
  const sent: string[] = [];
  const response = {
    req: { httpVersionMajor: 1, httpVersionMinor: 1 },
    writeHead: () => {},
    write: (text: string) => sent.push(text) > 0,
    end: (text: string) => sent.push(text),
  };
  return { sent, body: new StreamBody(response as unknown as HttpResponse, () => undefined) };
}

const nextTurn = () => new Promise(setImmediate);

const large = Buffer.alloc(100_000, '\u00e9\r\n0\r\n\r\n');

describe('the body of a streamed response', () => {
  it.each([
    [
      'pieces of any bytes',
      [Buffer.from('data: \u4e2d\n\n'), Buffer.from([0, 13, 10, 255])],
      'end',
    ],
    ['empty pieces', [Buffer.alloc(0), Buffer.from('a'), Buffer.alloc(0)], ''],
    ['large pieces', [large, Buffer.from('a'), large], large],
    ['nothing at all', [], ''],
  ])(
    'carries %s completely, and its connection carries the next response',
    async (_, chunks, end) => {
      const last = Buffer.from(end);
      const expected = Buffer.concat([...chunks, last]).toString('latin1');
      expect(readChunked(await respondTwice('1.1', chunks, last))).toEqual([expected, expected]);
    },
  );

  it('sends the last tokens together with the end that follows', async () => {
    const { body, sent } = recordWrites();
    body.begin(200, []);
    body.write(Buffer.from('tokens'));
    body.awaitEnd(new CoarseTimers(manualClock(0)));
    await nextTurn();
    expect(sent).toEqual([]);
    body.end(Buffer.from('end'));
    expect(sent).toEqual(['6\r\ntokens\r\n3\r\nend\r\n0\r\n\r\n']);
  });

  it('sends the last tokens alone if the end is long in coming', async () => {
    const clock = manualClock(0);
    const { body, sent } = recordWrites();
    body.begin(200, []);
    body.write(Buffer.from('tokens'));
    body.awaitEnd(new CoarseTimers(clock));
    await nextTurn();
    clock.advance(100);
    expect(sent).toEqual(['6\r\ntokens\r\n']);
    body.end(Buffer.from('end'));
    expect(sent.slice(1)).toEqual(['3\r\nend\r\n0\r\n\r\n']);
  });

  it('reports a client that does not keep up, and survives one that disconnects', async () => {
    const full = Promise.withResolvers<void>();
    const disconnected = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      const body = new StreamBody(response, full.resolve);
      body.begin(200, []);
      for (let at = 0; at < 2000; at++) body.write(Buffer.alloc(16_000));
      response.on('close', () => {
        body.write(Buffer.from('a'));
        body.write(large);
        body.end(Buffer.from('b'));
        setImmediate(() => disconnected.resolve());
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => server.close());
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await full.promise;
    socket.destroy();
    await disconnected.promise;
  });

  it('is not framed for HTTP/1.0, where closing the connection ends it', async () => {
    const wire = await respondTwice('1.0', [Buffer.from('a\n'), large], Buffer.from('end'));
    expect(wire).not.toContain('transfer-encoding');
    expect(wire.slice(wire.indexOf('\r\n\r\n') + 4)).toBe(`a\n${large.toString('latin1')}end`);
  });
});
