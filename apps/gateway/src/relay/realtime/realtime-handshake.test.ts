import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startTestGateway } from '../../../test-support/test-gateway.ts';
import { ByteBudget } from '../../platform/byte-budget.ts';
import { FAREWELL_MS } from './close-client.ts';
import { refuseSession } from './realtime-handshake.ts';

const HANDSHAKE =
  'GET /v1/realtime?model=gpt-realtime HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
  'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const FAULT = { status: 401, message: 'no', type: 'authentication_error', code: 'no', param: null };

/** A connection of a client that never closes its side. */
function openConnection() {
  const written: string[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk, _encoding, done) => {
      written.push(String(chunk));
      done();
    },
  });
  return { socket, written };
}

describe('a refused session', () => {
  afterEach(() => void vi.useRealTimers());

  const browser = {
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
    'sec-websocket-protocol': 'realtime, openai-insecure-api-key.sk-x',
  };
  const refuse = (socket: Duplex, headers: object, bodies = new ByteBudget(1_000_000)) => {
    const request = { headers, method: 'GET' } as unknown as IncomingMessage;
    refuseSession({ request, socket, head: Buffer.alloc(0) }, FAULT, { requestId: 'id', bodies });
  };

  test.each([
    ['of a server', {}],
    ['of a browser', browser],
  ])('%s is closed soon, even if its client does not close it', (_client, headers) => {
    vi.useFakeTimers();
    const { socket, written } = openConnection();
    refuse(socket, headers);
    vi.advanceTimersByTime(FAREWELL_MS - 1);
    expect(written.join('')).toContain('authentication_error');
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(socket.destroyed).toBe(true);
  });

  test('of a browser counts what its client still sends, which ends where memory does', async () => {
    const { socket } = openConnection();
    const bodies = new ByteBudget(1_000_000);
    refuse(socket, browser, bodies);
    // The head of a message of 20 MB.
    socket.push(Buffer.from('82ff0000000001312d0000000000', 'hex'));
    socket.push(Buffer.alloc(200_000));
    await expect.poll(() => bodies.reserved).toBeGreaterThan(200_000);
    socket.push(Buffer.alloc(600_000));
    await once(socket, 'close');
    expect(bodies.reserved).toBe(0);
  });

  test.each([
    ['of a server', 'authorization: Bearer sk-x\r\n'],
    ['of a browser', 'sec-websocket-protocol: realtime, openai-insecure-api-key.sk-x\r\n'],
  ])('%s keeps no gateway from stopping', async (_client, header) => {
    const gateway = await startTestGateway();
    const socket = connect({ port: Number(new URL(gateway.url).port), allowHalfOpen: true });
    socket.on('error', () => undefined);
    try {
      socket.write(`${HANDSHAKE}${header}\r\n`);
      await once(socket, 'data');
      await gateway.close();
    } finally {
      socket.destroy();
    }
  });
});
