import fc from 'fast-check';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { type FastPathHead, FastPathHeadReader } from './fast-path-head.ts';

const GOOD =
  'POST /v1/chat/completions?a=b HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk-a\r\ncontent-type:application/json \r\nX-Empty:\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}';

/** The good request with one part replaced. */
function instead(old: string, now: string): string {
  expect(GOOD).toContain(old);
  return GOOD.replace(old, () => now);
}

/** Reads the first head of a connection. */
const plain = (text: string) => new FastPathHeadReader().read(Buffer.from(text, 'latin1'));

/** The members that a head has, without what a connection remembers of it. */
const members = (head: FastPathHead | undefined) =>
  head && {
    url: head.url,
    headers: { ...head.headers },
    bodyLength: head.bodyLength,
    bodyStart: head.bodyStart,
  };

test('a plain head is parsed completely', () => {
  expect(members(plain(GOOD))).toEqual({
    url: '/v1/chat/completions?a=b',
    headers: {
      host: 'x',
      authorization: 'Bearer sk-a',
      'content-type': 'application/json',
      'x-empty': '',
      'content-length': '2',
      connection: 'keep-alive',
    },
    bodyLength: 2,
    bodyStart: GOOD.length - 2,
  });
});

test.each([
  ['a head without its end', GOOD.slice(0, -6)],
  ['another method', instead('POST', 'GET')],
  ['a method in small letters', instead('POST', 'post')],
  ['another version', instead('HTTP/1.1', 'HTTP/1.0')],
  ['a whole address as target', instead('/v1/', 'http://x/v1/')],
  ['a blank in the target', instead('/v1/', '/v 1/')],
  ['no target', instead('/v1/chat/completions?a=b ', '')],
  ['an empty first line', `\r\n${GOOD}`],
  ['no host', instead('Host: x\r\n', '')],
  ['an empty host', instead('Host: x', 'Host: ')],
  ['a header twice', instead('Host: x', 'Host: x\r\nhost: y')],
  ['no length', instead('Content-Length: 2\r\n', '')],
  ['two lengths', instead('Content-Length: 2', 'Content-Length: 2\r\nContent-Length: 2')],
  ['a list of lengths', instead('Length: 2', 'Length: 2, 2')],
  ['a length with a sign', instead('Length: 2', 'Length: +2')],
  ['a length with a leading zero', instead('Length: 2', 'Length: 02')],
  ['a length in another base', instead('Length: 2', 'Length: 0x2')],
  ['an endless length', instead('Length: 2', 'Length: 99999999999')],
  ['chunks', instead('Connection: keep-alive', 'Transfer-Encoding: chunked')],
  ['a coded body', instead('Connection: keep-alive', 'Content-Encoding: gzip')],
  ['an expectation', instead('Connection: keep-alive', 'Expect: 100-continue')],
  ['an upgrade', instead('keep-alive', 'upgrade')],
  ['a connection that closes', instead('keep-alive', 'close')],
  ['a header named by the connection', instead('keep-alive', 'keep-alive, x-empty')],
  ['a folded header', instead('X-Empty:', 'X-Empty: a\r\n b')],
  ['a blank before the colon', instead('Host:', 'Host :')],
  ['a header without colon', instead('X-Empty:', 'X-Empty')],
  ['a header without name', instead('X-Empty:', ':')],
  ['a name that objects have', instead('X-Empty', '__proto__')],
  ['another such name', instead('X-Empty', 'constructor')],
  ['a bare LF', instead('x\r\nAuth', 'x\nAuth')],
  ['a bare CR', instead('x\r\nAuth', 'x\rAuth')],
  ['a CR in a value', instead('sk-a', 'sk\ra')],
  ['an LF in a value', instead('sk-a', 'sk\na')],
  ['a NUL', instead('sk-a', 'sk\0a')],
  ['a letter beyond ASCII', instead('sk-a', 'sk-\u00e4')],
  ['a head that is too large', instead('sk-a', 'a'.repeat(17_000))],
])('%s is not plain', (_what, text) => {
  expect(plain(text)).toBeUndefined();
});

/** Starts Node's server, which records the last request it parsed. */
async function startNode() {
  const read: { url?: string; headers?: IncomingHttpHeaders; body: string } = { body: '' };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      Object.assign(read, { url: request.url, headers: request.headers, body });
      response.writeHead(200, { connection: 'close' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    async read(text: string) {
      Object.assign(read, { url: '', headers: {}, body: '' });
      const socket = connect(port, '127.0.0.1');
      socket.end(text, 'latin1');
      socket.resume();
      await once(socket, 'close');
      return { ...read };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

// oxfmt-ignore
const FRAGMENTS = [
  '', '\r\n', '\r', '\n', ' ', '\t', ':', ',', '0', '2', 'a', '\0', '\u00e4', '/', 'H', '-',
  'Host: y\r\n', 'Content-Length: 1\r\n', 'Transfer-Encoding: chunked\r\n', 'x: y\r\n',
];
const changes = fc.array(
  fc.record({
    at: fc.nat(GOOD.length),
    drop: fc.nat(3),
    put: fc.constantFrom(...FRAGMENTS),
  }),
  { minLength: 1, maxLength: 3 },
);

test('every request accepted as plain is parsed identically by Node', async () => {
  const node = await startNode();
  let consumed = 0;
  const sameByBoth = fc.asyncProperty(changes, async (list) => {
    let text = GOOD;
    for (const { at, drop, put } of list) text = text.slice(0, at) + put + text.slice(at + drop);
    const head = plain(text);
    if (!head || text.length - head.bodyStart < head.bodyLength) return;
    consumed += 1;
    const { url, headers, bodyStart, bodyLength } = head;
    const body = text.slice(bodyStart, bodyStart + bodyLength);
    expect(await node.read(text), JSON.stringify(text)).toEqual({ url, headers, body });
  });
  await fc.assert(sameByBoth, { numRuns: 3000 }).finally(() => node.close());
  expect(consumed).toBeGreaterThan(100);
});

test('the heads of a connection are read as if each were the first', () => {
  const lengthAt = GOOD.indexOf('Length: 2') + 'Length: '.length;
  const changedLength = fc.record({
    at: fc.constantFrom(lengthAt, lengthAt + 1),
    drop: fc.nat(1),
    put: fc.constantFrom(...FRAGMENTS, '1', '34'),
  });
  const heads = fc.oneof(
    changes,
    fc.array(changedLength, { maxLength: 2 }),
    fc.constant<{ at: number; drop: number; put: string }[]>([]),
  );
  let repeated = 0;
  const sameAsAlone = fc.property(fc.array(heads, { maxLength: 4 }), (connection) => {
    const reader = new FastPathHeadReader();
    for (const edits of connection) {
      let text = GOOD;
      for (const { at, drop, put } of edits) text = text.slice(0, at) + put + text.slice(at + drop);
      const head = reader.read(Buffer.from(text, 'latin1'));
      expect(members(head), JSON.stringify(text)).toEqual(members(plain(text)));
      if (head && Object.isFrozen(head.headers)) repeated += 1;
    }
  });
  fc.assert(sameAsAlone, { numRuns: 2000 });
  expect(repeated).toBeGreaterThan(300);
});

test.each([
  ['1', '12'],
  ['12', '0'],
  ['7', '9999999999'],
])('a head that differs in its length only (%s, then %s) has the other length', (first, then) => {
  const reader = new FastPathHeadReader();
  const read = (length: string) =>
    reader.read(Buffer.from(instead('Content-Length: 2', `Content-Length: ${length}`), 'latin1'));
  expect(read(first)).toMatchObject({ bodyLength: Number(first) });
  const { headers, bodyLength } = read(then) ?? {};
  expect(bodyLength).toBe(Number(then));
  expect(headers).toEqual({ ...read(first)?.headers, 'content-length': then });
});

test.each([
  '02',
  '+2',
  '2, 2',
  '2\r\nContent-Length: 3',
  '99999999999',
  '',
  ' 2',
  '2\r\nExpect: x',
])('a length of %j after a good head is not plain, or read as alone', (length) => {
  const reader = new FastPathHeadReader();
  reader.read(Buffer.from(GOOD, 'latin1'));
  const text = instead('Content-Length: 2', `Content-Length: ${length}`);
  expect(members(reader.read(Buffer.from(text, 'latin1')))).toEqual(members(plain(text)));
});

test('the heads of a client that never repeats one are not remembered', () => {
  const reader = new FastPathHeadReader();
  const read = (id: number) => reader.read(Buffer.from(instead('sk-a', `sk-${id}`), 'latin1'));
  const heads = Array.from({ length: 20 }, (_, id) => read(id));
  expect(heads.map((head) => head?.headers.authorization)).toEqual(
    heads.map((_, id) => `Bearer sk-${id}`),
  );
  expect(read(19)?.headers).not.toBe(heads[19]?.headers);
});
