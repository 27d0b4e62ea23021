import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ByteBudget } from '../../platform/byte-budget.ts';
import { readBody } from './read-body.ts';

const arrived: ((request: IncomingMessage) => void)[] = [];
const server = createServer((request) => arrived.shift()?.(request));
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const read = (request: IncomingMessage) =>
  readBody(
    { request, caller: undefined, bufferedBytes: 0 },
    { maxBytes: 1000, budget: new ByteBudget(1000) },
  );

/** Sends a request whose client leaves once the server has it; returns it unread. */
async function arriveAndLeave(headers: Record<string, string>): Promise<IncomingMessage> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  arrived.push(resolve);
  const { port } = server.address() as AddressInfo;
  const client = send({ port, method: 'POST', headers }).on('error', () => {});
  client.write('{}');
  const request = await promise;
  client.destroy();
  return request;
}

const sent = {
  complete: { 'content-length': '2' },
  incomplete: { 'content-length': '3' },
  compressed: { 'content-length': '2', 'content-encoding': 'gzip' },
};

test.each(Object.entries(sent))(
  'a call whose client left before its body was read ends: %s',
  async (_, headers) => {
    const request = await arriveAndLeave(headers);
    if (!request.destroyed) await once(request, 'close').catch(() => {});
    await expect(read(request)).rejects.toMatchObject({ code: 'relay_invalid_request' });
  },
);
