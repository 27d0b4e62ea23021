import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openGuardedConnection } from './guarded-connection.ts';

test('a connection that is reset before anybody uses it is closed, and ends nothing else', async () => {
  const server = createServer((socket) => void socket.once('data', () => socket.resetAndDestroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const target = { host: '127.0.0.1', port, allowPrivate: true, timeoutMs: 10_000 };
  const connection = await openGuardedConnection(target);
  await new Promise((resolve) => {
    connection.once('close', resolve);
    connection.write('hello');
  });
  expect(connection.destroyed).toBe(true);
  server.close();
});
