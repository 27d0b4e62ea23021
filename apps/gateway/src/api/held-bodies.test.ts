import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { registry } from '../platform/metrics.ts';

const KILOBYTE = 1024;
const LENGTH = 1000 * KILOBYTE;

describe('incomplete bodies of the console API', () => {
  let gateway: TestGateway;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    gateway = await startTestGateway({ env: { BODIES_MAX_MB: '3' } });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    while ((await held()) > 0) await new Promise((resolve) => setImmediate(resolve));
  });
  afterAll(() => gateway.close());

  async function held(): Promise<number> {
    const text = await registry.metrics();
    return Number(/^tollgate_bodies_held_bytes (\d+)$/m.exec(text)?.[1]);
  }

  /** Starts a call whose body stays incomplete, with a declared length or chunked. */
  function begin(
    token: string,
    sent: number,
    isChunked = false,
    path = '/api/token/',
    { type = 'application/json', length = LENGTH } = {},
  ): Socket {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: ${type}\r\nAccept-Language: en\r\n${framing}\r\n\r\n`,
    );
    socket.write(isChunked ? `${sent.toString(16)}\r\n${' '.repeat(sent)}\r\n` : ' '.repeat(sent));
    return socket;
  }

  test.each([
    ['with a length', false],
    ['in pieces', true],
  ])(
    'count %s toward the memory budget of all bodies, and are released with their call',
    async (_how, isChunked) => {
      begin(gateway.root.token, 800 * KILOBYTE, isChunked);
      await expect.poll(held).toBe(800 * KILOBYTE);
    },
  );

  test('count on routes that anybody may call', async () => {
    begin('', 30 * KILOBYTE, true, '/api/stripe/webhook');
    await expect.poll(held).toBe(30 * KILOBYTE);
  });

  test.each([
    ['small', false, 'application/json'],
    ['called a file', true, 'application/octet-stream'],
  ])('count there if they are %s', async (_what, isChunked, type) => {
    const options = { type, length: 40 * KILOBYTE };
    begin('', 30 * KILOBYTE, isChunked, '/api/stripe/webhook', options);
    await expect.poll(held).toBe(30 * KILOBYTE);
  });

  test.each(['/api/unknown', '/unknown', '/api/status'])(
    'are not waited for on %s, which accepts none',
    async (path) => {
      const [answer] = (await once(begin('', 0, false, path), 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 40[45] /);
    },
  );

  test('are refused if one person holds half of it, and others are unaffected', async () => {
    begin(gateway.root.token, 900 * KILOBYTE);
    await expect.poll(held).toBe(900 * KILOBYTE);
    const refused = begin(gateway.root.token, 900 * KILOBYTE);
    let text = '';
    refused.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    await once(refused, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 503 /);
    expect(text).toMatch(/\r\nretry-after: \d/i);
    expect(text).toContain('"code":"body_overloaded"');
    const user = await gateway.user();
    begin(user.token, 600 * KILOBYTE);
    await expect.poll(held).toBe(1500 * KILOBYTE);
    expect((await gateway.root.call('GET', '/api/user/self')).body.success).toBe(true);
  });

  test('are read as usual once they arrive', async () => {
    const name = 'k'.repeat(200 * KILOBYTE);
    const long = await gateway.root.call('POST', '/api/token/', { name });
    expect(long.body.success).toBe(false);
    const padded = await fetch(`${gateway.url}/api/token/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.root.token}`,
        'content-type': 'application/json',
      },
      body: `${' '.repeat(900 * KILOBYTE)}{"name":"padded"}`,
    });
    expect(await padded.json()).toMatchObject({ success: true, data: { name: 'padded' } });
  });
});
