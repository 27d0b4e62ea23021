import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MODEL, type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.channel('up');
});
afterAll(() => scene.close());

/** Writes to a new connection, and again after the first response; resolves with everything received. */
async function exchange(first: string, afterwards = Buffer.alloc(0)): Promise<string> {
  const socket = connect(Number(new URL(scene.gateway.url).port), '127.0.0.1');
  socket.write(first, 'latin1');
  let text = '';
  for await (const chunk of socket.setEncoding('latin1')) {
    if (text === '') socket.write(afterwards);
    text += String(chunk);
  }
  return text;
}

const CLOSE = 'Host: x\r\nConnection: close\r\n';

test('a path of nothing but slashes is an unknown path, however long', async () => {
  const path = `/v1${'/'.repeat(16_000)}`;
  expect(await exchange(`GET ${path} HTTP/1.1\r\n${CLOSE}\r\n`)).toMatch(/^HTTP\/1\.1 404 /);
  expect((await scene.chat()).status).toBe(200);
});

test('a browser that is refused a realtime session and sends invalid frames loses only its connection', async () => {
  const knock =
    'GET /v1/realtime?model=x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
    'Sec-WebSocket-Protocol: realtime, openai-insecure-api-key.sk-nope\r\n\r\n';
  expect(await exchange(knock, Buffer.alloc(4, 0xff))).toContain('invalid_api_key');
  expect((await scene.chat()).status).toBe(200);
});

test('an HTTP/2 upgrade offered with a call, as Java’s client does, is ignored', async () => {
  const body = JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'hi' }] });
  const response = await exchange(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${scene.secret}\r\n` +
      'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\n' +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
});
