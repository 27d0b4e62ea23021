import { describe, expect, it, vi } from 'vitest';
import { MalformedResponse } from './response-head.ts';
import { ResponseReader } from './response-reader.ts';

interface ReadResult {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  done: boolean;
  reusable: boolean;
}

/** Reads a response given in chunks; each chunk's memory is overwritten after it was read. */
function read(pieces: readonly string[], closed = false): ReadResult {
  const result: ReadResult = { status: 0, headers: {}, body: '', done: false, reusable: false };
  const chunks: Buffer[] = [];
  const reader = new ResponseReader(
    {
      started: (status, headers) => {
        result.status = status;
        result.headers = Object.fromEntries(headers.all());
      },
      data: (chunk) => chunks.push(chunk),
    },
    true,
  );
  for (const piece of pieces) {
    const memory = Buffer.from(piece, 'latin1');
    result.done = reader.read(memory);
    memory.fill(0x21);
    if (result.done) break;
  }
  if (closed && !result.done) result.done = reader.end();
  result.body = Buffer.concat(chunks).toString('latin1');
  result.reusable = result.done && reader.reusable;
  return result;
}

const ok = (head: string, body = '') => `HTTP/1.1 200 OK\r\n${head}\r\n${body}`;
const WITH_LENGTH = ok(
  'Content-Type: application/json\r\nContent-Length: 13\r\n',
  '{"a":"\u00e9\r\n\r\n"}',
);
const IN_CHUNKS = ok(
  'Transfer-Encoding: chunked\r\n',
  '5\r\nhello\r\n1;name="v"\r\n \r\nA \r\n0123456789\r\n0\r\nX-Sum: 1\r\nY: 2\r\n\r\n',
);
const AFTER_HINTS = `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${WITH_LENGTH}`;

describe('a response on a connection', () => {
  it.each([
    ['a length', WITH_LENGTH],
    ['chunks', IN_CHUNKS],
    ['interim answers before it', AFTER_HINTS],
  ])('a response with %s is the same wherever its bytes are split', (_, text) => {
    const whole = read([text]);
    expect(whole).toMatchObject({ status: 200, done: true, reusable: true });
    expect(read(text.split(''))).toEqual(whole);
    for (let at = 1; at < text.length; at++)
      expect(read([text.slice(0, at), text.slice(at)])).toEqual(whole);
  });

  it('yields the data of its chunks without their framing', () => {
    expect(read([IN_CHUNKS]).body).toBe('hello 0123456789');
  });

  it('a response without a length ends with the connection, which then carries no other call', () => {
    expect(read([ok('', 'abc'), 'def'])).toMatchObject({ body: 'abcdef', done: false });
    expect(read([ok('', 'abc'), 'def'], true)).toMatchObject({ done: true, reusable: false });
  });

  it('a response cut before its length or its last chunk never ends', () => {
    expect(read([WITH_LENGTH.slice(0, -1)], true).done).toBe(false);
    expect(read([IN_CHUNKS.slice(0, -1)], true).done).toBe(false);
  });

  it('joins headers of the same name, including names that objects have', () => {
    const { headers } = read([
      ok('Set-Cookie: a\r\nset-cookie: b\r\n__proto__: x\r\nContent-Length: 0\r\n'),
    ]);
    expect(headers['set-cookie']).toBe('a, b');
    expect(Object.getOwnPropertyDescriptor(headers, '__proto__')?.value).toBe('x');
  });

  it.each([
    ['bytes after its end', `${WITH_LENGTH}HTTP/1.1 200 OK\r\n`],
    ['connection: close', ok('Connection: foo, Close\r\nContent-Length: 0\r\n')],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
    [
      'a length beside chunks',
      ok('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    ],
  ])('a response with %s closes its connection to other calls', (_, text) => {
    expect(read([text])).toMatchObject({ status: 200, done: true, reusable: false });
  });

  it.each([
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n', true],
    ['304', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 0\r\n\r\n', true],
    ['204 that tells of a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', false],
    ['304 that tells of a body', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', false],
    ['204 in chunks', 'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n', false],
  ])(
    'a response of %s has no body, and bytes that follow never reach another call',
    (_, text, reusable) => {
      expect(read([text])).toMatchObject({ body: '', done: true, reusable });
    },
  );

  it.each([
    ['of status 99', 'HTTP/1.1 99 Odd\r\n\r\n'],
    ['of a long status', 'HTTP/1.1 2000 OK\r\n\r\n'],
    ['of a status that is a number in another form', 'HTTP/1.1 2e2 OK\r\n\r\n'],
    ['of a status with blanks', 'HTTP/1.1  20 OK\r\n\r\n'],
    ['of a status with a dot', 'HTTP/1.1 20. OK\r\n\r\n'],
    ['of a status in hex', 'HTTP/1.1 0xc8 OK\r\n\r\n'],
    ['of a status without digits', 'HTTP/1.1 OK\r\n\r\n'],
    ['of a status behind a tab', 'HTTP/1.1 200\tOK\r\n\r\n'],
    ['of a reason with a control character', 'HTTP/1.1 200 O\x07K\r\n\r\n'],
    ['of a version in small letters', 'http/1.1 200 OK\r\n\r\n'],
    ['of a version with a further digit', 'HTTP/1.10 200 OK\r\n\r\n'],
    ['an empty line before it', '\r\nHTTP/1.1 200 OK\r\n\r\n'],
    ['a flood of interim responses', `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(11)}${WITH_LENGTH}`],
    [
      'large interim responses',
      `${`HTTP/1.1 103 Hints\r\nLink: ${'a'.repeat(20_000)}\r\n\r\n`.repeat(4)}${WITH_LENGTH}`,
    ],
    ['a name with a blank in it', ok('Content Length: 1\r\n', 'a')],
    ['a name behind a blank', ok(' Content-Length: 1\r\n', 'a')],
    ['a name with a control character', ok('Content-\x01Length: 1\r\n', 'a')],
    ['a name beyond ASCII', ok('Content-L\u00e9ngth: 1\r\n', 'a')],
    ['a length behind a vertical tab', ok('Content-Length: \x0b1\r\n', 'a')],
    ['a length behind a no-break space', ok('Content-Length: \xa01\r\n', 'a')],
    ['a length with a control character', ok('Content-Length: 1\x7f\r\n', 'a')],
    ['an empty length', ok('Content-Length:\r\n', 'a')],
    ['a length with a fraction', ok('Content-Length: 1.0\r\n', 'a')],
    ['a length in hex', ok('Content-Length: 0x1\r\n', 'a')],
    ['a length in another form', ok('Content-Length: 1e0\r\n', 'a')],
    ['a length of 16 digits', ok('Content-Length: 1000000000000000\r\n', 'a')],
    ['chunks twice', ok('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n')],
    ['a coding with a parameter', ok('Transfer-Encoding: chunked;q=1\r\n')],
    ['a coding behind a vertical tab', ok('Transfer-Encoding: \x0bchunked\r\n', '0\r\n\r\n')],
    ['an empty coding', ok('Transfer-Encoding:\r\n', '0\r\n\r\n')],
    ['a header with an escape', ok('A: b\x1bc\r\n')],
    ['a header without a name', ok(': a\r\n')],
    ['a header without a colon', ok('Content-Length\r\n')],
    ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['two lengths', ok('Content-Length: 1\r\nContent-Length: 2\r\n', 'ab')],
    ['a list of lengths', ok('Content-Length: 1, 1\r\n', 'a')],
    ['a signed length', ok('Content-Length: +1\r\n', 'a')],
    ['an unknown coding', ok('Transfer-Encoding: gzip, chunked\r\n')],
    ['a name with a blank', ok('Content-Length : 1\r\n', 'a')],
    ['a folded header', ok('A: b\r\n c\r\n')],
    ['a bare line feed', ok('A: b\nContent-Length: 1\r\n', 'a')],
    ['a bare carriage return', ok('A: b\rContent-Length: 1\r\n', 'a')],
    ['a NUL', ok('A: b\0c\r\n')],
    ['a content type with a control character', ok('Content-Type: text/\x01html\r\n')],
    ['a chunk without a size', ok('Transfer-Encoding: chunked\r\n', '\r\n\r\n')],
    ['a chunk size that is no number', ok('Transfer-Encoding: chunked\r\n', '0x5\r\nhello\r\n')],
    ['a chunk with two sizes', ok('Transfer-Encoding: chunked\r\n', '5 5\r\nhello\r\n0\r\n\r\n')],
    ['a signed chunk size', ok('Transfer-Encoding: chunked\r\n', '+5\r\nhello\r\n')],
    ['a chunk size behind a blank', ok('Transfer-Encoding: chunked\r\n', ' 5\r\nhello\r\n')],
    ['a chunk size that ends with a bare LF', ok('Transfer-Encoding: chunked\r\n', '5\nhello\r\n')],
    ['a chunk extension with a NUL', ok('Transfer-Encoding: chunked\r\n', '5;a\0\r\nhello\r\n')],
    [
      'a chunk extension with a bare LF',
      ok('Transfer-Encoding: chunked\r\n', '5;a\n\r\nhello\r\n'),
    ],
    [
      'a chunk extension with a bare CR',
      ok('Transfer-Encoding: chunked\r\n', '5;a\rb\r\nhello\r\n'),
    ],
    [
      'a chunk that ends with a bare LF',
      ok('Transfer-Encoding: chunked\r\n', '5\r\nhello\n0\r\n\r\n'),
    ],
    ['trailers with a bare LF', ok('Transfer-Encoding: chunked\r\n', '0\r\nA: b\n\r\n')],
    [
      'trailers with a control character',
      ok('Transfer-Encoding: chunked\r\n', '0\r\nA: \x01\r\n\r\n'),
    ],
    [
      'a chunk size behind many blanks',
      ok('Transfer-Encoding: chunked\r\n', `5${' '.repeat(20_000)}`),
    ],
    ['a chunk longer than its size', ok('Transfer-Encoding: chunked\r\n', '2\r\nhello\r\n')],
    ['a chunk size of 13 digits', ok('Transfer-Encoding: chunked\r\n', '1000000000000\r\n')],
    ['a head without end', ok(`A: ${'b'.repeat(70_000)}`)],
    [
      'a chunk extension without end',
      ok('Transfer-Encoding: chunked\r\n', `1;${'e'.repeat(20_000)}`),
    ],
    [
      'trailers without end',
      ok('Transfer-Encoding: chunked\r\n', `0\r\n${'T: 1\r\n'.repeat(4000)}`),
    ],
  ])('a response that is %s is refused', (_, text) => {
    expect(() => read([text])).toThrow(MalformedResponse);
    expect(() => read(text.split(''))).toThrow(MalformedResponse);
  });

  it('a head that arrives byte by byte is searched and copied in linear time', () => {
    const text = ok(`A: ${'b'.repeat(60_000)}\r\nContent-Length: 0\r\n`);
    const reader = new ResponseReader({ started: () => undefined, data: () => undefined }, true);
    const search = vi.spyOn(Buffer.prototype, 'indexOf');
    const copy = vi.spyOn(Buffer.prototype, 'copy');
    const join = vi.spyOn(Buffer, 'concat');
    for (const byte of text) reader.read(Buffer.from(byte, 'latin1'));
    const searched = search.mock.contexts.reduce(
      (sum, memory, at) => sum + memory.length - Number(search.mock.calls[at]?.[1] ?? 0),
      0,
    );
    const copied = copy.mock.calls.reduce(
      (sum, [, , from, to]) => sum + (to === undefined ? 1 : Number(to) - Number(from)),
      0,
    );
    expect(join).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    expect(reader.hasHead).toBe(true);
    expect(searched).toBeLessThan(5 * text.length);
    expect(copied).toBeLessThan(5 * text.length);
  });

  it('emits nothing more once it is stopped, even in the middle of a read', () => {
    const calls: string[] = [];
    const reader = new ResponseReader(
      {
        started: () => calls.push('started'),
        data: (chunk) => {
          calls.push(chunk.toString());
          reader.stop();
        },
      },
      false,
    );
    reader.read(Buffer.from(IN_CHUNKS));
    expect(calls).toEqual(['started', 'hello']);
  });
});
