import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { ByteBudget } from './byte-budget.ts';
import { WEBSOCKET_LIMITS } from './guarded-websocket.ts';
import { SocketMemory } from './socket-memory.ts';

const MASK = Buffer.alloc(4);
const MEGABYTE = 1024 * 1024;

let server: Server;
let budget: ByteBudget;
let peer: Socket;
let socket: WebSocket;
let carrier: Socket;
let memory: SocketMemory;

beforeEach(async () => {
  budget = new ByteBudget(100 * MEGABYTE);
  server = createServer();
  const webSockets = new WebSocketServer({ noServer: true, ...WEBSOCKET_LIMITS });
  const opened = new Promise<void>((resolve) => {
    server.on('upgrade', (request, raw: Socket, head) =>
      webSockets.handleUpgrade(request, raw, head, (client) => {
        [socket, carrier] = [client, raw];
        client.on('error', () => client.terminate());
        memory = new SocketMemory(budget, 1, () => {});
        memory.watch(client, raw);
        resolve();
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  peer = connect((server.address() as AddressInfo).port, '127.0.0.1');
  peer.write(
    'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  await opened;
});
afterEach(() => {
  socket.terminate();
  peer.destroy();
  server.close();
});

function frame(opcode: number, payload: Buffer, { final = true } = {}): Buffer {
  const head = Buffer.alloc(10);
  head[0] = (final ? 0x80 : 0) | opcode;
  if (payload.length < 126) head[1] = 0x80 | payload.length;
  else head[1] = 0xff;
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head.subarray(0, payload.length < 126 ? 2 : 10), MASK, payload]);
}

const [BEGIN, CONTINUE, PING] = [0x2, 0x0, 0x9];

test('fragments of an incomplete message stay counted when a ping comes between them', async () => {
  const part = Buffer.alloc(MEGABYTE, 'a');
  const pinged = once(socket, 'ping');
  for (const opcode of [BEGIN, CONTINUE, CONTINUE])
    peer.write(frame(opcode, part, { final: false }));
  peer.write(frame(PING, Buffer.from('still there')));
  await pinged;
  memory.update();
  expect(budget.reserved).toBeGreaterThan(3 * MEGABYTE);
  const message = once(socket, 'message');
  peer.write(frame(CONTINUE, Buffer.from('end')));
  expect(((await message)[0] as Buffer).length).toBe(3 * MEGABYTE + 3);
  memory.update();
  expect(budget.reserved).toBeLessThan(65_536);
});

test('a message in single bytes counts as what its many chunks occupy', () => {
  // Fed directly, as the system joins small writes.
  const whole = frame(BEGIN, Buffer.alloc(10_000, 'a'));
  for (const byte of whole.subarray(0, 5000)) carrier.emit('data', Buffer.from([byte]));
  expect(budget.reserved).toBeGreaterThan(5000 * 400);
});

test('so does one in many fragments, in one chunk', () => {
  const fragments = Array.from({ length: 8000 }, (_, at) =>
    frame(at === 0 ? BEGIN : CONTINUE, Buffer.from('a'), { final: false }),
  );
  carrier.emit('data', Buffer.concat(fragments));
  expect(budget.reserved).toBeGreaterThan(8000 * 100);
});

test('nothing stays counted of messages and pings that arrived one by one', async () => {
  for (let count = 0; count < 3; count += 1) {
    const pinged = once(socket, 'ping');
    peer.write(frame(PING, Buffer.from('hello')));
    await pinged;
    const message = once(socket, 'message');
    peer.write(frame(BEGIN, Buffer.from('hello')));
    await message;
  }
  memory.update();
  expect(budget.reserved).toBe(0);
});
