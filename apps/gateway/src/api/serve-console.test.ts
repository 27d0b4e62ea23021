import fastify, { type FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
    mkdirSync(join(folder, 'dist/.vite'));
    for (const [file, text] of [
      ['dist/index.html', PAGE],
      ['dist/assets/a.js', 'begin()'],
      ['dist/other.html', PAGE],
      ['dist/.vite/pages.json', '{}'],
      ['secret.html', 'secret'],
    ] as const)
      writeFileSync(join(folder, file), text);
    server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
    const options = {
      boolean: () => false,
      text: () => '',
      raw: () => 'false',
    } as unknown as OptionStore;
    await serveConsole(server, () => ({ options }), join(folder, 'dist'));
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

  test('a build that replaces the console of a running gateway is served whole: page, policy and scripts', async () => {
    const dist = join(folder, 'dist');
    const before = (await ask('/token')).header('content-security-policy');
    renameSync(dist, join(folder, 'previous'));
    // Between the builds the previous page is still served.
    expect((await ask('/token')).body).toContain('<script>begin()</script>');
    mkdirSync(join(dist, 'assets'), { recursive: true });
    mkdirSync(join(dist, '.vite'));
    writeFileSync(join(dist, 'assets/b.js'), 'resume()');
    writeFileSync(join(dist, 'index.html'), PAGE.replace('begin()', 'resume()'));
    writeFileSync(join(dist, '.vite/pages.json'), '{}');
    // Another process may have sent the page.
    expect((await ask('/assets/b.js')).body).toBe('resume()');
    const { body, header } = await ask('/token');
    expect(body).toContain('<script>resume()</script>');
    expect(header('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+'(?:;|$)/);
    expect(header('content-security-policy')).not.toBe(before);
    expect((await ask('/assets/a.js')).status).toBe(404);
    rmSync(dist, { recursive: true });
    renameSync(join(folder, 'previous'), dist);
  });

  test('serves its scripts without their own policy', async () => {
    const { status, header } = await ask('/assets/a.js');
    expect([status, header('content-security-policy')]).toEqual([200, undefined]);
  });
});
