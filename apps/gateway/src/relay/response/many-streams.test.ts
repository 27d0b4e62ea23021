import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startTestGateway } from '../../../test-support/test-gateway.ts';

const STREAMS = 1100;
const AT_ONCE = 100;
const EVENT = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'Hi' } }] })}\n\n`;

/** Starts a stream for every request and never ends it. Nothing else: the gateway is what does the work. */
async function startEndlessUpstream() {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${EVENT}`);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, open, url: `http://127.0.0.1:${port}` };
}

/** Opens a stream and returns its connection once the first event has arrived. */
async function openStream(port: number, secret: string): Promise<Socket> {
  const body = JSON.stringify({
    model: 'gpt-4o-mini',
    stream: true,
    max_tokens: 10,
    messages: [{ role: 'user', content: 'hi' }],
  });
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${secret}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  let received = '';
  while (!received.includes('Hi')) received += String((await once(socket, 'data'))[0]);
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  return socket;
}

test('one provider can serve more than a thousand concurrent streams', async () => {
  const upstream = await startEndlessUpstream();
  const gateway = await startTestGateway();
  await gateway.channel({ base_url: upstream.url });
  const { secret } = await gateway.token(await gateway.user({ quota: 100_000_000 }), {
    unlimited_quota: true,
  });
  const port = Number(new URL(gateway.url).port);
  const clients: Socket[] = [];
  while (clients.length < STREAMS) {
    const opened = Array.from({ length: AT_ONCE }, () => openStream(port, secret));
    clients.push(...(await Promise.all(opened)));
  }
  expect(upstream.open.size).toBe(STREAMS);
  for (const client of clients) client.destroy();
  await expect.poll(() => upstream.open.size).toBe(0);
  await gateway.close();
  upstream.server.close();
});
