import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../test-support/test-gateway.ts';

const TOKEN = 'a-token-of-the-operator';

/** Sends a request verbatim; returns its status. */
async function ask(
  gateway: TestGateway,
  headers: Readonly<Record<string, string>> = {},
  version = '1.1',
): Promise<number> {
  const { hostname, port, host } = new URL(gateway.url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET /metrics HTTP/${version}\r\n${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`,
  );
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(await text(socket))?.[1]);
}

describe('without METRICS_TOKEN', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  test('metrics can be read from this machine, under any local host name', async () => {
    const { port } = new URL(gateway.url);
    for (const host of ['127.0.0.1', `localhost:${port}`, 'LOCALHOST', `[::1]:${port}`])
      expect([host, await ask(gateway, { host })]).toEqual([host, 200]);
  });

  test.each([
    ['X-Forwarded-For', '198.51.100.7'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Host', 'gate.example.org'],
    ['Forwarded', 'for=198.51.100.7'],
    ['Via', '1.1 proxy'],
    ['X-Real-IP', '198.51.100.7'],
    ['CF-Connecting-IP', '198.51.100.7'],
    ['CF-Ray', '1'],
    ['True-Client-IP', '198.51.100.7'],
    ['X-Client-IP', '198.51.100.7'],
    ['X-Cluster-Client-Ip', '198.51.100.7'],
    ['X-Envoy-External-Address', '198.51.100.7'],
    ['X-Original-Forwarded-For', '198.51.100.7'],
    ['Fastly-Client-IP', '198.51.100.7'],
    ['Host', 'gate.example.org'],
    ['Host', 'localhost.example.org'],
    ['Host', '127.0.0.1.example.org'],
  ])(
    'they cannot be read through a proxy on this machine, as shown by %s: %s',
    async (name, value) => {
      const headers = name === 'Host' ? { host: value } : { [name]: value };
      expect(await ask(gateway, headers)).toBe(403);
    },
  );

  test('they cannot be read through a proxy that adds nothing but uses HTTP/1.0, as nginx does', async () => {
    expect(await ask(gateway, {}, '1.0')).toBe(403);
  });
});

describe('with METRICS_TOKEN', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ env: { METRICS_TOKEN: TOKEN } });
  });
  afterAll(() => gateway.close());

  test('metrics can be read only with the token, even on this machine', async () => {
    const by = (authorization: string) => ask(gateway, { authorization });
    expect(await by(`Bearer ${TOKEN}`)).toBe(200);
    expect(
      await ask(gateway, {
        authorization: `Bearer ${TOKEN}`,
        host: 'gate.example.org',
        'x-forwarded-for': '198.51.100.7',
      }),
    ).toBe(200);
    expect(await ask(gateway)).toBe(403);
    for (const wrong of [
      `Bearer ${TOKEN.slice(1)}`,
      `Bearer ${TOKEN}x`,
      'Bearer',
      `Basic ${TOKEN}`,
    ])
      expect([wrong, await by(wrong)]).toEqual([wrong, 403]);
  });
});
