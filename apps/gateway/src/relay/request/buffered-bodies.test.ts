import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  MODEL,
  type RelayScene,
  startRelayScene,
  simulatorScript,
} from '../../../test-support/relay-scene.ts';

const MEGABYTE = 1024 * 1024;
const BUDGET = 4 * MEGABYTE;
const bodyOf = (length: number, sim: object = {}) =>
  JSON.stringify({
    model: MODEL,
    ...simulatorScript({ tokens: 1, ...sim }),
    user: 'x'.repeat(length),
  });
const SMALL = bodyOf(0);
/** If two users send many of these, two of one and one of the other fit into the budget. */
const LARGE = bodyOf(900_000);
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
/** A repeated header makes Node's parser handle the request. */
const BY_NODE = 'X-A: 1\r\nX-A: 2\r\n';

describe('bodies held in memory', () => {
  let scene: RelayScene;
  beforeEach(async () => {
    scene = await startRelayScene(undefined, undefined, {
      BODIES_MAX_MB: '4',
      ALLOW_PRIVATE_MEDIA: 'on',
    });
    await scene.channel('up');
  });
  afterEach(() => scene.close());

  const metric = async (name: string) => {
    const text = await (await fetch(`${scene.gateway.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const held = () => metric('tollgate_bodies_held_bytes');

  const open = async () => {
    const socket = connect(Number(new URL(scene.gateway.url).port), '127.0.0.1');
    await once(socket, 'connect');
    return socket.setEncoding('latin1');
  };
  const head = (headers: string, secret = scene.secret) =>
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n${headers}\r\n`;
  const whole = (body: string, headers = '', secret?: string) =>
    head(`${headers}Content-Length: ${body.length}\r\n`, secret) + body;
  const chunk = (data: Buffer) =>
    Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
  /** Reads the next response on a connection, including its body. */
  const respond = async (socket: Socket) => {
    let text = '';
    for (;;) {
      text += String((await once(socket, 'data'))[0]);
      const [start = '', body] = text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/.exec(start)?.[1]);
      if (body !== undefined && body.length >= length)
        return { status: Number(text.slice(9, 12)), start, body };
    }
  };

  test.each([
    ['plain', ''],
    ['that Node reads', BY_NODE],
  ])(
    'many concurrent large uploads (%s) never exceed the budget, and ordinary calls continue',
    async (_door, headers) => {
      const other = await scene.gateway.user({ quota: 100_000_000 });
      const { secret } = await scene.gateway.token(other);
      const sockets = await Promise.all(Array.from({ length: 12 }, open));
      const responses = sockets.map((socket, index) => {
        socket.write(whole(LARGE, headers, index % 2 ? secret : scene.secret).slice(0, -1));
        return respond(socket);
      });
      const over = new Set<number>();
      for (const [index, response] of responses.entries())
        void response.then(() => over.add(index));
      // Those over budget are refused; the others wait for their last byte.
      await expect
        .poll(async () => (await held()) === (12 - over.size) * (LARGE.length - 1))
        .toBe(true);
      expect(over.size).toBeGreaterThanOrEqual(9);
      expect(over.size).toBeLessThan(12);
      expect(await metric('tollgate_bodies_refused_total')).toBe(over.size);
      expect((await scene.chat()).status).toBe(200);
      for (const index of over) {
        const { status, start } = (await responses[index]) as { status: number; start: string };
        expect(status).toBe(503);
        expect(start).toContain('retry-after: 5');
      }
      for (const index of over) sockets[index]?.write('}');
      // A user who holds more than is free gets no further byte accepted, so the calls of the other end
      // first.
      const waiting = [...sockets.keys()].filter((index) => !over.has(index));
      const heldBy = (one: number) => waiting.filter((index) => index % 2 === one % 2).length;
      for (const index of waiting.toSorted((one, two) => heldBy(one) - heldBy(two))) {
        sockets[index]?.write('}');
        expect(await responses[index]).toMatchObject({ status: 200 });
      }
      expect(await held()).toBe(0);
      // Refused connections discard the rest of the body, and stay usable.
      const refused = sockets.filter((_socket, index) => over.has(index));
      const again = refused.map((socket) => {
        socket.write(whole(SMALL));
        return respond(socket);
      });
      for (const { status } of await Promise.all(again)) expect(status).toBe(200);
      for (const socket of sockets) socket.destroy();
    },
  );

  test.each([
    ['in chunks', CHUNKED, (data: Buffer) => chunk(data)],
    ['compressed', `${CHUNKED}Content-Encoding: gzip\r\n`, (data: Buffer) => chunk(gzipSync(data))],
  ])(
    'bodies that arrive %s are refused when they exceed the budget, not before, and the connection stays usable',
    async (_how, headers, send) => {
      const socket = await open();
      socket.write(head(headers));
      socket.write(send(Buffer.from(bodyOf(BUDGET))));
      const { status, start: response, body } = await respond(socket);
      expect(status).toBe(503);
      expect(response).toContain('retry-after: 5');
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'overloaded' } });
      expect(await held()).toBe(0);
      socket.write('0\r\n\r\n');
      socket.write(head(headers));
      socket.write(send(Buffer.from(LARGE)));
      socket.write('0\r\n\r\n');
      expect((await respond(socket)).status).toBe(200);
      expect(await held()).toBe(0);
      socket.destroy();
    },
  );

  test.each([
    ['plain', ''],
    ['that Node reads', BY_NODE],
  ])(
    'bodies count by what has arrived of them, not by their declared length (%s)',
    async (_door, headers) => {
      const sockets = await Promise.all(Array.from({ length: 8 }, open));
      for (const socket of sockets)
        socket.write(head(`${headers}Content-Length: ${2 * MEGABYTE - 1}\r\n`));
      for (const socket of sockets) socket.write('{"user":"');
      await expect.poll(held).toBe(8 * '{"user":"'.length);
      expect((await scene.chat({ user: 'x'.repeat(MEGABYTE) })).status).toBe(200);
      for (const socket of sockets) socket.destroy();
      await expect.poll(held).toBe(0);
    },
  );

  test.each([
    ['plain', () => whole(`${LARGE} `).slice(0, -1)],
    ['that Node reads', () => whole(`${LARGE} `, BY_NODE).slice(0, -1)],
    ['in chunks', () => head(CHUNKED) + chunk(Buffer.from(LARGE)).toString('latin1')],
    [
      'compressed',
      () =>
        head(`${CHUNKED}Content-Encoding: gzip\r\n`) + chunk(gzipSync(LARGE)).toString('latin1'),
    ],
  ])(
    'the body of a client that disconnects while sending it (%s) is released',
    async (_how, sent) => {
      const socket = await open();
      socket.write(sent(), 'latin1');
      await expect.poll(held).toBe(LARGE.length);
      socket.destroy();
      await expect.poll(held).toBe(0);
    },
  );

  test('are released when they can’t be decompressed, and the connection stays usable', async () => {
    const socket = await open();
    const spoiled = Buffer.concat([gzipSync(LARGE).subarray(0, -8), Buffer.alloc(64, 0xff)]);
    socket.write(head(`Content-Encoding: gzip\r\nContent-Length: ${spoiled.length}\r\n`));
    socket.write(spoiled);
    expect((await respond(socket)).status).toBe(400);
    expect(await held()).toBe(0);
    socket.write(whole(SMALL));
    expect((await respond(socket)).status).toBe(200);
    socket.destroy();
  });

  test.each([
    ['refused', { model: 'unknown' }, 404],
    ['failed', { ...simulatorScript({ fault: 'status-400' }) }, 400],
    ['answered', {}, 200],
    ['streamed', { stream: true }, 200],
  ])('are released when the call was %s', async (_end, more, status) => {
    expect((await scene.chat({ user: 'x'.repeat(MEGABYTE), ...more })).status).toBe(status);
    expect(await held()).toBe(0);
  });

  test('are released once a stream has started, as a started stream is never retried', async () => {
    const socket = await open();
    const stalls = { ...simulatorScript({ fault: 'stall-mid-stream' }), stream: true };
    const body = JSON.stringify({ model: MODEL, ...stalls, user: 'x'.repeat(MEGABYTE) });
    socket.write(whole(body));
    await once(socket, 'data');
    await expect.poll(held).toBe(0);
    socket.destroy();
    await scene.simulator.until(({ open: running }) => running === 0);
    expect(await held()).toBe(0);
  });

  test.each([
    [0.5 * MEGABYTE, 200],
    [3 * MEGABYTE, 503],
  ])('include images fetched for a call: %s bytes, status %s', async (length, status) => {
    const images = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(length)),
    );
    await once(images.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(images.address() as AddressInfo).port}/cat.png`;
    const model = 'kimi-k2.5';
    await scene.channel('fetches', { type: 25, models: model });
    const content = [{ type: 'image_url', image_url: { url } }];
    const answered = await scene.chat({ model, messages: [{ role: 'user', content }] });
    expect(answered.status).toBe(status);
    if (status === 503) expect(answered.headers.get('retry-after')).toBe('5');
    expect(await held()).toBe(0);
    images.close();
  });

  test("are refused in the caller's dialect and language", async () => {
    const response = await fetch(`${scene.gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': scene.secret, 'accept-language': 'zh-CN' },
      body: bodyOf(BUDGET),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: {
        type: 'overloaded_error',
        message: '网关正在处理的大请求和大响应过多，请过几秒再试',
      },
    });
  });
});
