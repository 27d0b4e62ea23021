import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openHttpServer } from './open-http-server.ts';

let server: Server;
let served: { url: string; response: ServerResponse }[];
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const requests = (count: number) =>
  Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');

/** Sends this to a server whose responses the test writes. */
async function send(text: string): Promise<Socket> {
  served = [];
  server = openHttpServer(({ url = '' }, response) => void served.push({ url, response }), {
    serves: () => false,
    serve: () => expect.unreachable('it is not plain'),
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  return socket;
}

test('requests sent ahead are served one after the other, in order', async () => {
  const socket = await send(requests(10));
  for (let count = 1; count <= 10; count += 1) {
    await expect.poll(() => served.length).toBe(count);
    served.at(-1)?.response.end(`answer ${count}`);
  }
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  await expect.poll(() => text).toContain('answer 10');
  expect(served.map(({ url }) => url)).toEqual(Array.from({ length: 10 }, (_, at) => `/${at}`));
  socket.write(requests(1));
  await expect.poll(() => served.length).toBe(11);
});

test('a connection with too many requests ahead is closed, and none of them is served', async () => {
  const socket = await send(requests(2000));
  await once(socket, 'close');
  expect(served).toHaveLength(1);
});

test('nothing more is served of a connection that is gone', async () => {
  const socket = await send(requests(5));
  await expect.poll(() => served.length).toBe(1);
  const closed = once(served[0]?.response as ServerResponse, 'close');
  socket.destroy();
  await closed;
  expect(served).toHaveLength(1);
});

test('nor of one that a response closes', async () => {
  const socket = await send(requests(5));
  await expect.poll(() => served.length).toBe(1);
  served[0]?.response.writeHead(400, { connection: 'close' }).end('no');
  await once(socket.resume(), 'close');
  expect(served).toHaveLength(1);
});
