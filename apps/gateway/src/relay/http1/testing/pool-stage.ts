import { lookup } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { ConnectionPool } from '../connection-pool.ts';
import { PooledCall } from '../pooled-call.ts';

/** In ticks. */
export const LIMITS = { connect: 2, head: 3, chunk: 2, idle: 5, crossing: 1, perSecond: 1 };
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

type Script = (socket: Socket, request: string, connection: number) => void;

/** Starts a server whose responses the script writes, and a pool connected to it. */
export async function stage(script: Script, connectionsMax = 10) {
  const requests: { connection: number; text: string }[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    const connection = sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      requests.push({ connection, text: data.toString('latin1') });
      script(socket, data.toString('latin1'), connection);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = { secure: false, hostname: '127.0.0.1', port, lookup };
  const pool = new ConnectionPool(origin, LIMITS, connectionsMax);
  open.push(() => {
    pool.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { pool, requests, sockets };
}

export interface Result {
  status?: number;
  body: string;
  error?: Error;
}

/** Sends one call and collects its response. */
export function send(pool: ConnectionPool, head = 'GET / HTTP/1.1\r\n\r\n', body?: Buffer) {
  let resolve: (result: Result) => void;
  const result: Result = { body: '' };
  const done = new Promise<Result>((settle) => {
    resolve = settle;
  });
  const first = Promise.withResolvers<void>();
  const call = new PooledCall(head, body, {
    started: (status) => {
      result.status = status;
    },
    data: (chunk) => {
      result.body += chunk.toString('latin1');
      first.resolve();
    },
    ended: () => resolve(result),
    failed: (error) => {
      result.error = error;
      resolve(result);
    },
  });
  pool.send(call);
  return { call, done, first: first.promise, result };
}

/** Writes a whole response. */
export const respond = (socket: Socket, body = 'ok', headers = '') =>
  socket.write(`HTTP/1.1 200 OK\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`);
