import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ByteBudget } from '../../platform/byte-budget.ts';
import { openGuardedWebSocket } from '../../platform/guarded-websocket.ts';
import { SocketMemory } from '../../platform/socket-memory.ts';
import { openClient } from './realtime-handshake.ts';

/** Sent in one write, like an attempt to block everybody. */
const MESSAGES = 2000;
let server: Server;
let url: string;
let opened: (client: WebSocket) => void;
beforeEach(async () => {
  server = createServer();
  server.on('upgrade', (request, socket, head) => {
    const client = openClient({ request, socket, head });
    if (client) opened(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function flood(socket: WebSocket): void {
  const { _socket: carrier } = socket as unknown as { _socket: Socket };
  carrier.cork();
  for (let count = 0; count < MESSAGES; count += 1) socket.send('{}');
  carrier.uncork();
}

/** Returns the most messages that a socket emits in one event-loop turn. */
async function mostInATurn(socket: WebSocket): Promise<number> {
  let most = 0;
  let inTurn = 0;
  let all = 0;
  const done = Promise.withResolvers<void>();
  socket.on('message', () => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += 1;
    all += 1;
    most = Math.max(most, inTurn);
    if (all === MESSAGES) done.resolve();
  });
  await done.promise;
  return most;
}

test('a client that sends thousands of messages at once gets one handled per turn', async () => {
  const most = new Promise<number>((resolve) => {
    opened = (client) => void mostInATurn(client).then(resolve);
  });
  const socket = new WebSocket(url);
  await once(socket, 'open');
  flood(socket);
  expect(await most).toBeLessThan(4);
  socket.terminate();
});

test('so does an upstream', async () => {
  opened = (client) => client.once('message', () => flood(client));
  const socket = openGuardedWebSocket({ url, headers: {}, allowPrivate: true });
  await once(socket, 'open');
  const most = mostInATurn(socket);
  socket.send('{}');
  expect(await most).toBeLessThan(4);
  socket.terminate();
});

test('large messages of many clients that end at the same moment are taken in turns, complete', async () => {
  const clients = 12;
  const message = Buffer.from(Array.from({ length: 2_000_000 }, (_, at) => (at * 7) % 251));
  const budget = new ByteBudget(1_000_000_000);
  let [turn, most, inTurn, whole] = [0, 0, 0, 0];
  const done = Promise.withResolvers<void>();
  opened = (client) => {
    const { _socket: raw } = client as unknown as { _socket: Socket };
    new SocketMemory(budget, 1, () => {}).watch(client, raw);
    client.on('message', (data: Buffer) => {
      if (inTurn === 0) setImmediate(() => (inTurn = 0));
      most = Math.max(most, (inTurn += 1));
      turn += 1;
      if (data.equals(message)) whole += 1;
      if (turn === clients) done.resolve();
    });
  };
  const sockets = Array.from({ length: clients }, () => new WebSocket(url));
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  for (const socket of sockets) socket.send(message);
  await done.promise;
  expect(whole).toBe(clients);
  expect(most).toBeLessThan(4);
  for (const socket of sockets) socket.terminate();
});
