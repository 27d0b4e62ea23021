import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MODEL, type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const MEGABYTE = 1024 * 1024;
const BUDGET = 16 * MEGABYTE;
const USAGE = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };

describe('buffered responses', () => {
  let scene: RelayScene;
  let upstream: Server;
  let length = 12 * MEGABYTE;
  let requestCount = 0;

  beforeEach(async () => {
    scene = await startRelayScene(undefined, undefined, { BODIES_MAX_MB: '16' });
    upstream = createServer((request, response) => {
      request.resume();
      requestCount += 1;
      const message = { role: 'assistant', content: 'x'.repeat(length) };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'a', object: 'chat.completion', choices, usage: USAGE }));
    });
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    const { port } = upstream.address() as AddressInfo;
    await scene.channel('large', {
      base_url: `http://127.0.0.1:${port}`,
      // Otherwise a response whose client disconnects would keep waiting for memory.
      setting: '{"on_client_gone":"abort"}',
    });
  });
  afterEach(async () => {
    await scene.close();
    upstream.close();
  });

  const metric = async (name: string) => {
    const text = await (await fetch(`${scene.gateway.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const held = () => metric('tollgate_responses_held_bytes');
  const charges = async () =>
    (await scene.logs()).map(({ completion_tokens, quota }) => [completion_tokens, quota > 0]);

  /** Sends a request and reads nothing. */
  async function sendRequest(headers = ''): Promise<Socket> {
    const socket = connect(Number(new URL(scene.gateway.url).port), '127.0.0.1').pause();
    const body = JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'hi' }] });
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${scene.secret}\r\n` +
        `${headers}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    return socket;
  }
  /** Reads the response; returns its bytes. */
  async function read(socket: Socket): Promise<number> {
    let size = 0;
    for await (const chunk of socket.setEncoding('latin1')) {
      if (size === 0) expect(chunk).toMatch(/^HTTP\/1\.1 200 /);
      size += String(chunk).length;
      if (String(chunk).endsWith('}}')) break;
    }
    return size;
  }

  test('never exceed the budget by more than one, and each arrives complete and is charged', async () => {
    const sockets = await Promise.all(Array.from({ length: 4 }, () => sendRequest()));
    await expect.poll(() => metric('tollgate_responses_waiting')).toBe(3);
    expect(await held()).toBeLessThan(BUDGET + length);
    const sizes = await Promise.all(sockets.map(read));
    for (const size of sizes) expect(size).toBeGreaterThan(length);
    await expect.poll(held).toBe(0);
    expect(await charges()).toEqual(Array.from({ length: 4 }, () => [20, true]));
  });

  test.each([
    ['plain', ''],
    ['by way of Node', 'X-A: 1\r\nX-A: 2\r\n'],
  ])('are held until the client (%s) has read them, or disconnected', async (_door, headers) => {
    const [reader, leaver] = [await sendRequest(headers), await sendRequest(headers)];
    await expect.poll(() => metric('tollgate_responses_waiting')).toBe(1);
    leaver.destroy();
    await expect.poll(() => metric('tollgate_responses_waiting')).toBe(0);
    await expect.poll(held).toBeGreaterThan(length);
    await read(reader);
    await expect.poll(held).toBe(0);
    const disconnected = await sendRequest(headers);
    await expect.poll(held).toBeGreaterThan(length);
    disconnected.destroy();
    await expect.poll(held).toBe(0);
  });

  test('are not requested while unread ones of the same user hold as much as is free', async () => {
    const unread = await sendRequest();
    await expect.poll(held).toBeGreaterThan(length);
    const before = requestCount;
    const { status, text } = await scene.chat();
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'overloaded' } });
    expect(requestCount).toBe(before);
    await read(unread);
    await expect.poll(held).toBe(0);
    expect((await scene.chat()).status).toBe(200);
  });

  test('responses that could never fit are refused, cost nothing and are requested from no other channel', async () => {
    length = BUDGET;
    await scene.channel('second', { priority: -1 });
    const { status, text } = await scene.chat();
    expect(status).toBe(502);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'answer_too_large' } });
    expect(scene.keysTried()).toEqual([]);
    expect(await charges()).toEqual([[0, false]]);
    await expect.poll(held).toBe(0);
    length = 12 * MEGABYTE;
    expect((await scene.chat()).status).toBe(200);
  });
});
