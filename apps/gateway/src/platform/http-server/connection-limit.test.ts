import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ConnectionLimit } from './connection-limit.ts';

const limit = (max: number, trustedProxies: string[] = []) =>
  new ConnectionLimit({ max, trustedProxies, refusal: '{"error":{}}' });

/** A connection that seems to come from an address. */
function from(address: string): Socket {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  return socket;
}

describe('an address has only so many connections', () => {
  test.each([
    [
      'of an address of IPv4',
      ['93.184.216.5', '93.184.216.5', '93.184.216.5'],
      [true, true, false],
    ],
    [
      'written in IPv6',
      ['93.184.216.5', '::ffff:93.184.216.5', '93.184.216.5'],
      [true, true, false],
    ],
    ['of one /64', ['2606:2800::1', '2606:2800::2', '2606:2800::3:4:5:6'], [true, true, false]],
    ['of others', ['93.184.216.5', '93.184.216.5', '93.184.216.6'], [true, true, true]],
    ['of a private address', ['10.0.0.1', '10.0.0.1', '10.0.0.1'], [true, true, true]],
    ['of this machine', ['127.0.0.1', '::1', '127.0.0.1', '127.0.0.1'], [true, true, true, true]],
    ['of a proxy', ['8.8.4.7', '8.8.4.7', '8.8.4.7'], [true, true, true]],
  ])('%s', (_what, addresses, expected) => {
    const connections = limit(2, ['8.8.4.0/24']);
    expect(addresses.map((address) => connections.admit(from(address)))).toEqual(expected);
  });

  test('until one closes', async () => {
    const connections = limit(1);
    const first = from('93.184.216.5');
    expect(connections.admit(first)).toBe(true);
    expect(connections.admit(from('93.184.216.5'))).toBe(false);
    first.destroy();
    await once(first, 'close');
    expect(connections.admit(from('93.184.216.5'))).toBe(true);
  });

  test('unless the limit is 0', () => {
    const connections = limit(0);
    expect(connections.admit(from('93.184.216.5'))).toBe(true);
  });
});

test('a connection beyond the limit is told so, whatever it sends', async () => {
  const connections = limit(1);
  connections.admit(from('93.184.216.5'));
  const server = createServer((socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: '93.184.216.5' });
    connections.admit(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(`POST /v1/chat/completions HTTP/1.1\r\n\r\n${'x'.repeat(100_000)}`);
  let response = '';
  client.on('data', (data) => (response += data.toString()));
  await once(client, 'end');
  expect(response).toMatch(/^HTTP\/1\.1 429 .*\r\n\r\n\{"error":\{\}\}$/s);
  client.destroy();
  server.close();
});
