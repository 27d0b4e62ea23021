import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbound } from '../../platform/outbound.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { readChannelPolicy } from '../channels/channel-policy.ts';
import { requestTaskChannel } from './request-task-channel.ts';

const MEGABYTE = 1024 * 1024;
let body = '';
const server = createServer((request, response) => {
  request.resume().once('end', () => response.end(body));
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function receive(sent: string): Promise<{ status: number; text: string }> {
  body = sent;
  const { port } = server.address() as AddressInfo;
  const channel = {
    type: 2,
    baseUrl: `http://127.0.0.1:${port}`,
    key: 'sk-up',
    policy: readChannelPolicy({}),
  } as RuntimeChannel;
  const request = { channel, path: '/list', body: { ids: ['1'] }, timeoutMs: 60_000 };
  return requestTaskChannel(createOutbound(true), request);
}

test.each([
  ['lists without end', `[${'[],'.repeat(MEGABYTE)}1]`],
  ['objects without end', `[${'{},'.repeat(MEGABYTE)}1]`],
  ['deep nesting', '['.repeat(MEGABYTE) + ']'.repeat(MEGABYTE)],
])(
  'a response of %s is read as empty, as parsing it would block the gateway',
  async (_name, sent) => {
    expect(await receive(sent)).toMatchObject({ status: 200, text: '' });
  },
);

test('a long response of a thousand tasks is read', async () => {
  const task = { id: '1', prompt: 'x'.repeat(4000), buttons: [{ label: 'U1', customId: 'a' }] };
  const sent = JSON.stringify(Array.from({ length: 1000 }, () => task));
  expect((await receive(sent)).text).toBe(sent);
});
