import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';
import { localhostCertificate } from '../http1/testing/localhost-certificate.ts';

const COMPLETION = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o-mini',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
});
const length = (body: string) =>
  `content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
const MODELS = 'gpt-4o-mini,tts-1';
const refusal = JSON.stringify({ error: { message: 'too large', type: 'invalid_request_error' } });
const EARLY = `HTTP/1.1 413 Content Too Large\r\n${length(refusal)}connection: close\r\n\r\n${refusal}`;

describe('an odd upstream', () => {
  let scene: RelayScene;
  const servers: Server[] = [];
  beforeAll(async () => {
    scene = await startRelayScene();
    await scene.channel('healthy', { models: MODELS });
    for (const [key, value] of [
      ['RetryTimes', '2'],
      ['ChannelAffinitySeconds', '0'],
      ['ChannelCooldownEnabled', 'false'],
    ] as const)
      await scene.gateway.setOption(key, value);
  });
  afterAll(() => scene.close());
  beforeEach(() => void scene.keysTried());
  afterEach(async () => {
    for (const server of servers.splice(0)) server.close();
    const { data } = (await scene.gateway.root.call('GET', '/api/channel/')).body;
    for (const { id, name } of data.items as { id: number; name: string }[])
      if (name === 'odd') await scene.gateway.root.call('DELETE', `/api/channel/${id}/`);
  });

  /** Adds a channel that is preferred to the healthy one. */
  async function channel(server: Server, scheme = 'http'): Promise<void> {
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const base_url = `${scheme}://localhost:${port}`;
    await scene.channel('odd', { key: 'sk-secret', base_url, priority: 10, models: MODELS });
  }
  /** A raw TCP server; emits each socket once part of a request has arrived. */
  const sockets = (
    onRequest: (socket: Socket, text: string) => void,
    connected?: (socket: Socket) => void,
  ) =>
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => onRequest(socket, bytes.toString('latin1')));
      connected?.(socket);
    });
  const chat = (body = {}) => scene.chat(body);
  /**
   * Expects that the call failed over to the healthy channel, and that the first attempt was free and logged.
   */
  async function expectMoved(fault: Record<string, unknown>): Promise<void> {
    const before = (await scene.logs()).length;
    expect((await chat()).status).toBe(200);
    expect(scene.keysTried()).toEqual(['healthy']);
    const rows = await scene.logs();
    expect(rows).toHaveLength(before + 1);
    expect(rows[0]?.other.admin_info?.attempts).toMatchObject([fault, { status: 200 }]);
  }

  test.each([301, 302, 303, 307, 308])(
    'a redirect (%i) is not followed, and its target sees no key',
    async (status) => {
      let followed = 0;
      const target = sockets(() => (followed += 1));
      await once(target.listen(0, '127.0.0.1'), 'listening');
      servers.push(target);
      const location = `http://localhost:${(target.address() as AddressInfo).port}/v1/chat/completions`;
      await channel(
        sockets((socket) =>
          socket.write(
            `HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`,
          ),
        ),
      );
      await expectMoved({ status, kind: 'bad-response' });
      expect(followed).toBe(0);
    },
  );

  test.each([
    ['a length', `HTTP/1.0 200 OK\r\n${length(COMPLETION)}\r\n${COMPLETION}`],
    [
      'the end of the connection',
      `HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${COMPLETION}`,
    ],
  ])('an HTTP/1.0 response is read, with its end marked by %s', async (_, text) => {
    await channel(sockets((socket) => socket.end(text)));
    for (let call = 0; call < 3; call++)
      expect(JSON.parse((await chat()).text)).toMatchObject({ usage: { total_tokens: 4 } });
    expect(scene.keysTried()).toEqual([]);
  });

  const LARGE = { messages: [{ role: 'user', content: 'a'.repeat(8_000_000) }] };

  test('an upstream that refuses before the whole request was sent has its response read', async () => {
    let responded = false;
    await channel(
      sockets((socket) => {
        if (!responded) socket.write(EARLY);
        responded = true;
      }),
    );
    const { status, text } = await chat(LARGE);
    expect([status, JSON.parse(text)]).toMatchObject([413, { error: { message: 'too large' } }]);
  });

  test('an upstream that refuses and closes before the whole request was sent ends the attempt', async () => {
    await channel(
      sockets((socket) => {
        socket.write(EARLY);
        socket.destroySoon();
      }),
    );
    // The response is read unless the reset arrived first; in that case the next channel is attempted.
    expect([413, 200]).toContain((await chat(LARGE)).status);
  });

  test('an upstream that responds before the whole request was sent gets no further call on the connection', async () => {
    const connections = new Set<Socket>();
    await channel(
      sockets((socket, text) => {
        if (text.startsWith('POST ')) {
          connections.add(socket);
          socket.pause().write(`HTTP/1.1 200 OK\r\n${length(COMPLETION)}\r\n${COMPLETION}`);
        }
      }),
    );
    for (let call = 0; call < 2; call++) expect((await chat(LARGE)).status).toBe(200);
    expect(scene.keysTried()).toEqual([]);
    expect(connections.size).toBe(2);
    for (const socket of connections) socket.destroy();
  });

  test.each([
    ['half-closes without an answer', (socket: Socket) => socket.end()],
    ['half-closes in its head', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-')],
    [
      'half-closes in its body',
      (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\n${length(COMPLETION)}\r\n{`),
    ],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
  ])('an upstream that %s loses the call to the next channel', async (_, response) => {
    await channel(sockets(response));
    await expectMoved({ fault: 'upstream_unreachable', kind: 'network' });
  });

  test.each([
    ['speaks no HTTP', (socket: Socket) => socket.write('220 smtp ready\r\n\r\n')],
    ['speaks HTTP/2', (socket: Socket) => socket.write('HTTP/2 200\r\n\r\n')],
    ['answers with a status of 2e2', (socket: Socket) => socket.write(`HTTP/1.1 2e2 OK\r\n\r\n`)],
    [
      'closes with a page in place of JSON',
      (socket: Socket) => socket.end('<html>login</html>\r\n\r\n'),
    ],
  ])('an upstream that %s loses the call to the next channel', async (_, response) => {
    await channel(sockets(response));
    await expectMoved({ fault: 'upstream_malformed', kind: 'bad-response' });
  });

  test('plain HTTP behind an https address is a fault', async () => {
    await channel(
      sockets((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      'https',
    );
    await expectMoved({ kind: 'network' });
  });

  test('an untrusted certificate is a fault, and its upstream gets no key', async () => {
    let received = '';
    const server = createSecureServer(localhostCertificate, (socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (bytes) => (received += bytes.toString('latin1')));
    });
    await channel(server, 'https');
    await expectMoved({ kind: 'network' });
    expect(received).toBe('');
  });

  test('closing in the TLS handshake is a fault', async () => {
    await channel(
      sockets((socket) => socket.destroy()),
      'https',
    );
    await expectMoved({ kind: 'network' });
  });

  test.each([
    ['an empty object', '{}'],
    ['an object without an answer', '{"code":200,"msg":"ok"}'],
  ])('a whole response of %s is none, and free', async (_, body) => {
    await channel(sockets((socket) => socket.end(`HTTP/1.1 200 OK\r\n${length(body)}\r\n${body}`)));
    await expectMoved({ kind: 'bad-response' });
  });

  test('an error without end is cut once its reason was read', async () => {
    let cut = false;
    const begin = '{"error":{"message":"';
    await channel(
      sockets((socket) => {
        socket.on('close', () => (cut = true));
        const more = () => {
          if (!socket.destroyed) socket.write('x'.repeat(100_000), () => setImmediate(more));
        };
        socket.write(`HTTP/1.1 500 No\r\ncontent-type: application/json\r\n\r\n${begin}`, more);
      }),
    );
    await expectMoved({ status: 500 });
    await expect.poll(() => cut).toBe(true);
  });

  test('an upstream that sends a page instead of audio loses the call, which costs nothing there', async () => {
    await channel(
      sockets((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<html>')),
    );
    const response = await fetch(`${scene.gateway.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.secret}` },
      body: JSON.stringify({ model: 'tts-1', voice: 'alloy', input: 'hi' }),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    await response.arrayBuffer();
    expect((await scene.logs())[0]?.other.admin_info?.attempts).toMatchObject([
      { fault: 'upstream_malformed' },
      { status: 200 },
    ]);
  });
});
