import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';
import { registry } from '../../platform/metrics.ts';

const MODEL = 'gpt-realtime';
const MEGABYTE = 1024 * 1024;
let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene(undefined, undefined, { BODIES_MAX_MB: '8' });
  await scene.channel('sk-live', { models: MODEL });
});
afterAll(() => scene.close());
const open: WebSocket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

function connect(secret = scene.secret): WebSocket {
  const url = `${scene.gateway.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`;
  const socket = new WebSocket(url, {
    headers: { authorization: `Bearer ${secret}`, 'accept-language': 'en' },
  });
  // Terminating a refused socket emits an error.
  socket.on('error', () => {});
  open.push(socket);
  return socket;
}

async function start(secret?: string): Promise<WebSocket> {
  const socket = connect(secret);
  await once(socket, 'message');
  return socket;
}

/** Returns the status and body with which a session is refused. */
function refusal(secret?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    connect(secret).on('unexpected-response', (_request, response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
}

async function held(): Promise<number> {
  const text = await registry.metrics();
  return Number(/^tollgate_bodies_held_bytes (\d+)$/m.exec(text)?.[1]);
}

const part = (bytes: number) => Buffer.alloc(bytes, 'a');

test('incomplete messages of a session count in the body budget until the session ends', async () => {
  const socket = await start();
  socket.send(part(MEGABYTE), { fin: false });
  await expect.poll(held).toBeGreaterThanOrEqual(MEGABYTE);
  socket.send(part(MEGABYTE), { fin: false });
  await expect.poll(held).toBeGreaterThanOrEqual(2 * MEGABYTE);
  socket.terminate();
  await expect.poll(held).toBe(0);
});

test('a complete message is held no longer than it takes to forward it', async () => {
  const socket = await start();
  for (let round = 0; round < 5; round++) {
    const content = [{ type: 'input_audio', audio: 'a'.repeat(MEGABYTE) }];
    socket.send(JSON.stringify({ type: 'conversation.item.create', item: { content } }));
  }
  socket.send(JSON.stringify({ type: 'session.update', session: {} }));
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one event after the other
    const [data] = (await once(socket, 'message')) as [Buffer];
    if (String(data).includes('session.updated')) break;
  }
  await expect.poll(held).toBeLessThan(2 * 64 * 1024);
});

test('sessions that fill the budget with incomplete messages end with an error, and other calls continue', async () => {
  const sockets = await Promise.all([start(), start(), start()]);
  const ends = sockets.map(async (socket) => {
    const [data] = (await once(socket, 'message')) as [Buffer];
    return String(data);
  });
  for (let round = 0; round < 4; round++)
    for (const socket of sockets) socket.send(part(MEGABYTE), { fin: false });
  expect(await Promise.race(ends)).toContain('"code":"overloaded"');
  expect(await held()).toBeLessThanOrEqual(8 * MEGABYTE);
  await scene.channel('up');
  expect((await scene.chat()).status).toBe(200);
});

test('an event with too many values is refused, and the session continues', async () => {
  const socket = await start();
  socket.send(`{"type":"conversation.item.create","item":[${'{},'.repeat(150_000)}{}]}`);
  const [data] = (await once(socket, 'message')) as [Buffer];
  expect(String(data)).toContain('too many values');
  socket.send(JSON.stringify({ type: 'session.update', session: {} }));
  const [next] = (await once(socket, 'message')) as [Buffer];
  expect(String(next)).toContain('session.updated');
});

test('a key and a user have no more sessions open than the options allow, whatever happened to earlier ones', async () => {
  await scene.gateway.setOption('RealtimeSessionsPerKey', '2');
  await scene.gateway.setOption('RealtimeSessionsPerUser', '3');
  const user = await scene.gateway.user({ quota: 10_000_000 });
  const [one, two] = [await scene.gateway.token(user), await scene.gateway.token(user)];
  const first = await start(one.secret);
  await start(one.secret);
  const refused = await refusal(one.secret);
  expect(refused.status).toBe(429);
  expect(refused.text).toContain('2 calls are running');
  await start(two.secret);
  expect((await refusal(two.secret)).text).toContain('3 calls are running');
  first.terminate();
  await expect
    .poll(async () => {
      const socket = connect(two.secret);
      return Promise.race([
        once(socket, 'message').then(() => 'open'),
        once(socket, 'unexpected-response').then(() => 'refused'),
      ]);
    })
    .toBe('open');
  // Refused sessions took no slot.
  await start(scene.secret);
});
