import { createServer } from 'mysql2';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { expect, test } from 'vitest';
import { openMysqlSource } from './mysql-source.ts';

test('a MySQL server that takes a query and never answers is given up', async () => {
  const server = createServer((connection) => {
    connection.on('error', () => {});
    connection.on('query', () => {});
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 8,
      capabilityFlags: 0xff_ff_ff,
    });
  });
  server.listen(0);
  const { _server: socket } = server as unknown as { _server: Server };
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  const opened = openMysqlSource(`mysql://a@127.0.0.1:${port}/b`, 'mine', undefined, 20);
  await expect(opened).rejects.toMatchObject({ code: 'PROTOCOL_SEQUENCE_TIMEOUT' });
  socket.close();
});
