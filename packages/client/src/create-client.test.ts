import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Client, createClient } from './create-client.ts';
import type { ClientOptions } from './client-options.ts';
import { createConnection } from './connection.ts';
import { followRows } from './follow-rows.ts';

type Handler = (response: ServerResponse, request: IncomingMessage) => void;

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server on a real socket that responds the same to every request, and a client for it. */
async function serve(handler: Handler, options: Partial<ClientOptions> = {}) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    handler(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client: Client = createClient({ server: address, ...options });
  return { client, seen, address };
}

const envelope =
  (data: unknown, status = 200): Handler =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: true, message: '', data }));

test('a call sends the token, the user and the language, and no body if it has none', async () => {
  const { client, seen } = await serve(envelope({ id: 7 }), {
    accessToken: 'secret',
    userId: 3,
    language: 'zh',
  });
  expect(await client.call('getChannel', { params: { id: 7 } })).toEqual({ id: 7 });
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/channel/7' });
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer secret',
    'new-api-user': '3',
    'accept-language': 'zh-CN',
  });
  expect(seen[0]?.headers).not.toHaveProperty('content-type');
});

test('a path in front of /api is kept', async () => {
  const { address, seen } = await serve(envelope({}));
  await createClient({ server: `${address}/gate/?x#y` }).call('getStatus');
  expect(seen[0]?.url).toBe('/gate/api/status');
});

test.each(['gate.example', 'ftp://gate.example', 'https://me:word@gate.example', ''])(
  'an invalid address, or one with a password, is refused: %s',
  (server) => {
    expect(() => createClient({ server })).toThrow(TypeError);
  },
);

test.each<[string, Handler, object]>([
  [
    'a refusal has the code, the message and the id to quote',
    (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          success: false,
          message: 'No such channel',
          data: null,
          code: 'channel_not_found',
          request_id: 'r1',
          field: 'id',
        }),
      ),
    {
      code: 'channel_not_found',
      message: 'No such channel',
      status: 200,
      requestId: 'r1',
      field: 'id',
      isUnreachable: false,
      isRetryable: false,
    },
  ],
  [
    'too many calls say when to come again',
    (response) =>
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' })
        .end('{"success":false,"message":"Slow","data":null,"code":"too_many_requests"}'),
    { code: 'too_many_requests', status: 429, retryAfterSeconds: 7, isRetryable: true },
  ],
  [
    'a web page is no gateway',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    { code: 'no_envelope', status: 200, isUnreachable: true },
  ],
  [
    'a redirect is told and not followed',
    (response) => response.writeHead(301, { location: 'https://other.example/' }).end(),
    { code: 'moved', status: 301, message: expect.stringContaining('https://other.example/') },
  ],
  [
    'a connection that breaks in the middle is no answer',
    (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"success"');
      response.destroy();
    },
    { code: 'unreachable', status: 0, isUnreachable: true, isRetryable: true },
  ],
])('%s', async (_what, handler, expected) => {
  const { client, seen } = await serve(handler);
  await expect(client.call('getStatus')).rejects.toMatchObject({
    name: 'ClientError',
    ...expected,
  });
  expect(seen.length).toBe(1);
});

test('a server that is down is unreachable, and the error says why', async () => {
  const { client, address } = await serve(envelope({}));
  open.splice(0).forEach((close) => close());
  await expect(client.call('getStatus')).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining(`${address} cannot be reached (ECONNREFUSED)`),
  });
});

test.each([
  ['that never begins', () => {}],
  ['whose end never comes', (response: ServerResponse) => response.writeHead(200).write('{')],
])('a response %s ends in a timeout', async (_what, handler) => {
  const { client } = await serve(handler, { timeoutMs: 30 });
  await expect(client.call('getStatus')).rejects.toMatchObject({ code: 'timeout', status: 0 });
});

test('an aborted call throws the reason of its signal', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  const { client } = await serve(() => stop.abort(reason));
  await expect(client.call('getStatus', {}, { signal: stop.signal })).rejects.toBe(reason);
});

/** A paged list of ids, whose content may change between two pages. */
const paged =
  (listOf: (page: number) => number[]): Handler =>
  (response, request) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const [page, size] = [Number(query.get('p')), Number(query.get('page_size'))];
    const ids = listOf(page);
    const items = ids.slice((page - 1) * size, page * size).map((id) => ({ id }));
    envelope({ items, page, page_size: size, total: ids.length })(response, request);
  };

async function idsOf(rows: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of rows) ids.push(id);
  return ids;
}

test('a list is read to its end with the same filter and page size on every page', async () => {
  const { client, seen } = await serve(paged(() => [5, 4, 3, 2, 1]));
  const rows = client.each('searchChannels', { query: { keyword: 'a b', page_size: 2 } });
  expect(await idsOf(rows)).toEqual([5, 4, 3, 2, 1]);
  expect(seen.map(({ url }) => url)).toEqual(
    [1, 2, 3].map((page) => `/api/channel/search?page_size=2&keyword=a+b&p=${page}`),
  );
});

test('a row that a new one pushes onto the next page is returned once', async () => {
  const { client } = await serve(paged((page) => (page === 1 ? [4, 3, 2] : [5, 4, 3, 2])));
  const rows = client.each('listChannels', { query: { page_size: 2 } });
  expect(await idsOf(rows)).toEqual([4, 3, 2]);
});

test('pages are fetched only as rows are consumed', async () => {
  const { client, seen } = await serve(paged(() => [5, 4, 3, 2, 1]));
  for await (const { id } of client.each('listChannels', { query: { page_size: 2 } }))
    if (id === 4) break;
  expect(seen.length).toBe(1);
});

test('followed rows resume after the last one when the stream ends or breaks, each returned once', async () => {
  const streams = ['id: 1\ndata: [{"id":1}]\n\n', 'id: 3\ndata: [{"id":1},{"id":3}]\n\n'];
  const stop = new AbortController();
  const { address, seen } = await serve((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = streams.shift();
    if (events === undefined) return stop.abort();
    response.write(events, () => (streams.length === 1 ? response.destroy() : response.end()));
  });
  const receivedIds: number[] = [];
  const followed = followRows(
    createConnection({ server: address }).open,
    'followLogs',
    { query: { model_name: 'm' } },
    { signal: stop.signal },
    { now: () => 0, wait: () => Promise.resolve() },
  );
  for await (const { rows } of followed) receivedIds.push(...rows.map(({ id }) => id));
  expect(receivedIds).toEqual([1, 3]);
  expect(seen.map(({ url = '' }) => new URL(url, 'http://x').searchParams.get('after_id'))).toEqual(
    ['0', '1', '3'],
  );
});

test('an endpoint without an envelope can be opened but not called', async () => {
  const { client } = await serve((response) =>
    response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b'),
  );
  await expect(client.call('exportLogCsv')).rejects.toThrow(TypeError);
  expect(await (await client.open('exportLogCsv')).text()).toBe('a,b');
});
