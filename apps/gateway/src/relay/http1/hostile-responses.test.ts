import { describe, expect, it } from 'vitest';
import { MalformedResponse } from './response-head.ts';
import { respond, send, stage } from './testing/pool-stage.ts';

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const EVIL = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil';

/** What a hostile upstream sends to the first call on a connection; the call must fail. */
const REFUSED: Readonly<Record<string, string>> = {
  'a status in exponent form': `HTTP/1.1 2e2 OK\r\ncontent-length: 0\r\n\r\n`,
  'a blank inside a header name': `HTTP/1.1 200 OK\r\ncontent length: 4\r\n\r\n${EVIL}`,
  'a blank before the colon': `HTTP/1.1 200 OK\r\ncontent-length : 4\r\n\r\n${EVIL}`,
  'a control character in the length': `HTTP/1.1 200 OK\r\ncontent-length: \x0b0\r\n\r\n${EVIL}`,
  'two lengths': `HTTP/1.1 200 OK\r\ncontent-length: 0\r\ncontent-length: 4\r\n\r\n${EVIL}`,
  'a folded length': `HTTP/1.1 200 OK\r\ncontent-length:\r\n 0\r\n\r\n${EVIL}`,
  'a length behind a bare CR': `HTTP/1.1 200 OK\r\na: b\rcontent-length: 0\r\n\r\n${EVIL}`,
  'a length behind a bare LF': `HTTP/1.1 200 OK\r\na: b\ncontent-length: 0\r\n\r\n${EVIL}`,
  'two chunk sizes in a line': `${CHUNKED}0 5\r\n\r\n${EVIL}`,
  'a chunk size in words': `${CHUNKED}0x0\r\n\r\n${EVIL}`,
  'a trailer with a bare LF': `${CHUNKED}0\r\na: b\n\r\n${EVIL}`,
  'a switch of protocols': `HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\n\r\n${EVIL}`,
  'a flood of interim responses': 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5000),
  'another protocol': 'SSH-2.0-OpenSSH_9.9\r\n\r\n',
};

/** Acceptable responses whose end is in doubt: the connection carries no other call. */
const NOT_KEPT: Readonly<Record<string, string>> = {
  'a second response behind it': `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok${EVIL}`,
  'a second response behind its chunks': `${CHUNKED}2\r\nok\r\n0\r\n\r\n${EVIL}`,
  'a length beside chunks': `HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  'chunks under HTTP/1.0': `HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a body under 204': 'HTTP/1.1 204 No Content\r\ncontent-length: 60\r\n\r\n',
  'a body under 304': 'HTTP/1.1 304 Not Modified\r\ntransfer-encoding: chunked\r\n\r\n',
};

describe('a hostile upstream', () => {
  it.each(Object.entries(REFUSED))(
    'a response with %s fails the call, and the next one gets its own response on a new connection',
    async (_, text) => {
      const { pool, requests } = await stage((socket) => {
        if (requests.length === 1) socket.write(text, 'latin1');
        else respond(socket);
      });
      expect((await send(pool).done).error).toBeInstanceOf(MalformedResponse);
      expect(await send(pool).done).toEqual({ status: 200, body: 'ok' });
      expect(requests.map(({ connection }) => connection)).toEqual([1, 2]);
    },
  );

  it.each(Object.entries(NOT_KEPT))(
    'an upstream that sends %s never serves the rest to the next call',
    async (_, text) => {
      const { pool, requests } = await stage((socket) => {
        if (requests.length === 1) socket.write(text, 'latin1');
        else respond(socket);
      });
      expect((await send(pool).done).error).toBeUndefined();
      expect(await send(pool).done).toEqual({ status: 200, body: 'ok' });
      expect(requests.map(({ connection }) => connection)).toEqual([1, 2]);
    },
  );
});
