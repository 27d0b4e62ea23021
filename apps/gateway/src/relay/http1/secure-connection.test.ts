import { lookup } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';
import {
  createServer,
  getCACertificates,
  setDefaultCACertificates,
  type TLSSocket,
} from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { ConnectionPool } from './connection-pool.ts';
import { UpstreamTimeout } from './connection.ts';
import { PooledCall } from './pooled-call.ts';
import { localhostCertificate } from './testing/localhost-certificate.ts';

const LIMITS = { connect: 9, head: 9, chunk: 9, idle: 9, crossing: 9, perSecond: 1 };
const trusted = getCACertificates('default');
const open: (() => void)[] = [];

afterEach(() => {
  setDefaultCACertificates(trusted);
  for (const close of open.splice(0)) close();
});

async function stage(hostname: string) {
  const sessions: { resumed: boolean; alpn: unknown }[] = [];
  const server = createServer({ ...localhostCertificate, ALPNProtocols: ['h2', 'http/1.1'] });
  server.on('secureConnection', (socket: TLSSocket) => {
    sessions.push({ resumed: socket.isSessionReused(), alpn: socket.alpnProtocol });
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      const body = `${data.length} bytes`;
      const [name, value] = data.includes('close') ? ['connection', 'close'] : ['a', 'b'];
      socket.write(
        `HTTP/1.1 200 OK\r\n${name}: ${value}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const toLocal: typeof lookup = ((_: string, options: object, callback: never) =>
    lookup('127.0.0.1', options, callback)) as never;
  const pool = new ConnectionPool({ secure: true, hostname, port, lookup: toLocal }, LIMITS, 5);
  open.push(() => {
    pool.destroy();
    server.close();
  });
  return { pool, sessions };
}

function send(pool: ConnectionPool, head: string): Promise<string | Error> {
  return new Promise((resolve) => {
    let body = '';
    const call = new PooledCall(head, undefined, {
      started: () => undefined,
      data: (chunk) => {
        body += chunk.toString();
      },
      ended: () => resolve(body),
      failed: resolve,
    });
    pool.send(call);
  });
}

describe('secure connections to an upstream', () => {
  it('speak HTTP/1.1 only, carry several calls, and resume their session when reconnected', async () => {
    setDefaultCACertificates([localhostCertificate.cert]);
    const { pool, sessions } = await stage('localhost');
    expect(await send(pool, 'a')).toBe('1 bytes');
    expect(await send(pool, 'close')).toBe('5 bytes');
    expect(await send(pool, 'abc')).toBe('3 bytes');
    expect(sessions).toEqual([
      { resumed: false, alpn: 'http/1.1' },
      { resumed: true, alpn: 'http/1.1' },
    ]);
  });

  it('connections to a server with an untrusted certificate are refused', async () => {
    const { pool } = await stage('localhost');
    expect(await send(pool, 'a')).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('connections to a server whose certificate is for another name are refused', async () => {
    setDefaultCACertificates([localhostCertificate.cert]);
    const { pool } = await stage('other.test');
    expect(await send(pool, 'a')).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  it('are closed if the handshake takes too long', async () => {
    const silent = createPlainServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const origin = { secure: true, hostname: '127.0.0.1', port, lookup };
    const pool = new ConnectionPool(origin, LIMITS, 1);
    open.push(() => silent.close());
    const connected = once(silent, 'connection');
    const result = send(pool, 'a');
    await connected;
    for (let tick = 0; tick <= LIMITS.connect; tick++) pool.tick();
    expect(await result).toEqual(new UpstreamTimeout('UPSTREAM_CONNECT_TIMEOUT'));
  });
});
