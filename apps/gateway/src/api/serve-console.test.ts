import fastify, { type FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OptionStore } from '../domain/options/options.ts';
import { serveConsole } from './serve-console.ts';

const PAGE = '<!doctype html><title>console</title><script>begin()</script>';

describe('the built console', () => {
  let server: FastifyInstance;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-'));
    mkdirSync(join(folder, 'dist/assets'), { recursive: true });
    for (const [file, text] of [
      ['dist/index.html', PAGE],
      ['dist/assets/a.js', 'begin()'],
      ['dist/other.html', PAGE],
      ['secret.html', 'secret'],
    ] as const)
      writeFileSync(join(folder, file), text);
    server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
    const options = {
      boolean: () => false,
      text: () => '',
      raw: () => 'false',
    } as unknown as OptionStore;
    await serveConsole(server, options, { dist: join(folder, 'dist') });
    await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  /** Requests a target exactly as written: clients would normalize it. */
  async function ask(target: string) {
    const { port } = server.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    let text = '';
    for await (const piece of socket.setEncoding('latin1')) text += String(piece);
    const [head = '', body = ''] = text.split('\r\n\r\n', 2);
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
    return { status: Number(head.slice(9, 12)), header, body };
  }

  const SPELLINGS = [
    '/',
    '/index.html',
    '/%69ndex.html',
    '/index%2ehtml',
    '/index.html/',
    '/index.html?a=b',
    '/index.html;a',
    '//',
    '//index.html',
    '/./index.html',
    '/./',
    '/a/../index.html',
    '/assets/..%2f',
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/%2e%2e/index.html',
    '/INDEX.HTML',
    '/other.html',
    '/settings/deep/link',
    '/\\index.html',
    'http://x/index.html',
  ];

  test.each(SPELLINGS)('any page served under %s has the content policy', async (target) => {
    const { status, header, body } = await ask(target);
    if (!header('content-type')?.startsWith('text/html')) {
      expect(body).not.toContain('<script>');
      return expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(status).toBe(200);
    expect(header('x-frame-options')).toBe('DENY');
    const policy = header('content-security-policy');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'(?:;|$)/);
  });

  test.each(['/', '/index.html', '/%69ndex.html', '/index.html/'])(
    'serves the page under %s',
    async (target) => {
      expect((await ask(target)).body).toContain('<script>begin()</script>');
    },
  );

  test.each(['/../secret.html', '/assets/..%2f..%2fsecret.html', '/%2e%2e/secret.html'])(
    'serves nothing outside its folder: %s',
    async (target) => {
      expect((await ask(target)).body).not.toBe('secret');
    },
  );

  test('serves its scripts without their own policy', async () => {
    const { status, header } = await ask('/assets/a.js');
    expect([status, header('content-security-policy')]).toEqual([200, undefined]);
  });
});
