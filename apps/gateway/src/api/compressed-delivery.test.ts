import fastify, { type FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OptionStore } from '../domain/options/options.ts';
import { compressResponses } from './compress-responses.ts';
import { serveConsole } from './serve-console.ts';

const SCRIPT = 'begin();'.repeat(400);
const PAGE =
  '<!doctype html><head><title>console</title></head><body><script>begin()</script><div id="boot"></div><div id="root"></div></body>';
const ROWS = { rows: Array.from({ length: 200 }, (_, id) => ({ id, name: 'a row of the list' })) };

describe('what the gateway sends to a browser', () => {
  let server: FastifyInstance;
  let folder: string;
  const site: Record<string, string> = {};
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'delivery-'));
    mkdirSync(join(folder, 'assets'));
    mkdirSync(join(folder, '.vite'));
    const noFiles = { scripts: [], styles: [], zh: 'assets/zh.json', en: 'assets/en.json' };
    const pages = {
      '/log': {
        words: {
          zh: { title: '日志', note: '最近 3 天' },
          en: { title: 'Logs & calls', note: 'The last 3 days' },
        },
        frame: 'console',
        scripts: ['assets/log.js'],
        styles: [],
        zh: 'assets/zh.json',
        en: 'assets/en.json',
        calls: ['/api/log/?p=1&page_size=50'],
      },
      '/': {
        ...noFiles,
        words: { zh: { title: '一个密钥' }, en: { title: 'One key' } },
        frame: 'home',
        calls: ['/api/pricing'],
      },
      '/login': {
        ...noFiles,
        words: {
          zh: { title: '登录 {{name}}', aside: { title: '票据', note: '明细' } },
          en: { title: 'Log in to {{name}}', aside: { title: 'A receipt', note: 'Of all' } },
        },
        frame: 'door',
      },
      '/user/edit/$id': {
        scripts: ['assets/user.js'],
        styles: ['assets/u.css'],
        zh: 'assets/zh.json',
        en: 'assets/en.json',
      },
    };
    for (const [file, bytes] of [
      ['index.html', PAGE],
      ['.vite/pages.json', JSON.stringify(pages)],
      ['assets/a.js', SCRIPT],
      ['assets/a.js.br', brotliCompressSync(SCRIPT)],
      ['assets/a.js.gz', gzipSync(SCRIPT)],
      ['assets/font.woff2', 'font'],
    ] as const)
      writeFileSync(join(folder, file), bytes);
    server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
    compressResponses(server);
    server.get('/api/list', async () => ROWS);
    server.post('/api/list', async () => ROWS);
    server.get('/api/small', async () => ({ rows: [] }));
    server.get('/api/events', (_request, reply) =>
      reply.type('text/event-stream').send(Readable.from(['data: x\n\n'.repeat(400)])),
    );
    server.get('/api/export', (_request, reply) =>
      reply.type('text/csv').send(Readable.from(['a,b\n'.repeat(800)])),
    );
    const options = {
      boolean: () => false,
      text: (name: string) => site[name] ?? '',
      raw: () => 'false',
    } as unknown as OptionStore;
    const readFacts = () => ({ system_name: '</script><script>alert(1)</script>' });
    await serveConsole(server, () => ({ options, readFacts }), folder);
    await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  /** Sends a request over its own socket and returns the raw bytes of the response. */
  async function ask(target: string, headers: Record<string, string> = {}, method = 'GET') {
    const { port } = server.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `${method} ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${lines.join('')}\r\n`,
    );
    const pieces: Buffer[] = [];
    for await (const piece of socket) pieces.push(piece as Buffer);
    const all = Buffer.concat(pieces);
    const end = all.indexOf('\r\n\r\n');
    const head = all.subarray(0, end).toString('latin1');
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
    return { status: Number(head.slice(9, 12)), header, body: all.subarray(end + 4) };
  }
  const taking = (encodings: string) => ({ 'accept-encoding': encodings });

  test('an asset is sent as brotli if accepted, otherwise as gzip, otherwise uncompressed, always cacheable forever', async () => {
    const [br, gzip, plain] = await Promise.all(
      ['gzip, deflate, br', 'gzip', 'identity'].map((one) => ask('/assets/a.js', taking(one))),
    );
    expect(br?.header('content-encoding')).toBe('br');
    expect(gzip?.header('content-encoding')).toBe('gzip');
    expect(plain?.header('content-encoding')).toBeUndefined();
    expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(SCRIPT);
    expect(gunzipSync(gzip?.body ?? '').toString()).toBe(SCRIPT);
    expect(plain?.body.toString()).toBe(SCRIPT);
    for (const one of [br, gzip, plain]) {
      expect(one?.header('vary')).toMatch(/accept-encoding/i);
      expect(one?.header('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(one?.header('content-type')).toMatch(/^(text|application)\/javascript/);
      expect(one?.header('content-length')).toBe(String(one?.body.length));
    }
  });

  test('an encoding with a quality of 0 is not sent', async () => {
    const asset = await ask('/assets/a.js', taking('br;q=0, gzip'));
    const answer = await ask('/api/list', taking('br;q=0, gzip;q=0.5'));
    expect([asset.header('content-encoding'), answer.header('content-encoding')]).toEqual([
      'gzip',
      'gzip',
    ]);
    expect((await ask('/api/list', taking('br;q=0'))).header('content-encoding')).toBeUndefined();
  });

  test('each encoding of an asset has its own ETag, which is answered with 304', async () => {
    const br = await ask('/assets/a.js', taking('br'));
    const plain = await ask('/assets/a.js');
    expect(br.header('etag')).not.toBe(plain.header('etag'));
    const again = await ask('/assets/a.js', {
      ...taking('br'),
      'if-none-match': br.header('etag') ?? '',
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test('HEAD returns the headers of the compressed asset without a body', async () => {
    const head = await ask('/assets/a.js', taking('br'), 'HEAD');
    expect([head.status, head.header('content-encoding'), head.body.length]).toEqual([
      200,
      'br',
      0,
    ]);
    expect(head.header('content-length')).toBe(String(brotliCompressSync(SCRIPT).length));
  });

  test('a range refers to the uncompressed file, whatever encodings the client accepts', async () => {
    const part = await ask('/assets/a.js', { ...taking('br, gzip'), range: 'bytes=5-9' });
    expect([part.status, part.header('content-encoding')]).toEqual([206, undefined]);
    expect(part.body.toString()).toBe(SCRIPT.slice(5, 10));
    expect(part.header('content-range')).toBe(`bytes 5-9/${SCRIPT.length}`);
  });

  test('an asset without compressed copies is sent as it is, and the copies have no address', async () => {
    const font = await ask('/assets/font.woff2', taking('br'));
    expect([font.status, font.header('content-encoding')]).toEqual([200, undefined]);
    expect(font.body.toString()).toBe('font');
    expect((await ask('/assets/a.js.br')).body.equals(brotliCompressSync(SCRIPT))).toBe(false);
  });

  test('large responses are compressed and small ones are not; both have Vary', async () => {
    const list = await ask('/api/list', taking('gzip, br'));
    expect([list.header('content-encoding'), list.header('vary')]).toEqual([
      'br',
      'accept-encoding',
    ]);
    expect(JSON.parse(brotliDecompressSync(list.body).toString())).toEqual(ROWS);
    const small = await ask('/api/small', taking('gzip, br'));
    expect([small.header('content-encoding'), small.header('vary')]).toEqual([
      undefined,
      'accept-encoding',
    ]);
  });

  test('responses to changes are never compressed: they contain new secrets', async () => {
    const made = await ask('/api/list', { ...taking('br'), 'content-length': '0' }, 'POST');
    expect([made.status, made.header('content-encoding')]).toEqual([200, undefined]);
  });

  test.each(['/api/events', '/api/export'])('%s streams and is not compressed', async (path) => {
    const { header } = await ask(path, taking('gzip, br'));
    expect([header('content-encoding'), header('vary')]).toEqual([undefined, undefined]);
  });

  test('the document names the files of the page at its address, and those of no other', async () => {
    const log = (await ask('/log?p=2')).body.toString();
    expect(log).toContain('<link rel="modulepreload" crossorigin href="/assets/log.js">');
    expect(log).toContain('content="/assets/zh.json /assets/en.json"');
    expect(log).toContain('content="/api/user/self /api/log/?p=1&amp;page_size=50"');
    const user = (await ask('/user/edit/7')).body.toString();
    // After what is painted first: a browser paints nothing that follows a style sheet.
    expect(user).toContain(
      '<div id="boot"></div><link rel="stylesheet" crossorigin href="/assets/u.css">',
    );
    expect(user).not.toContain('log.js');
    expect((await ask('/nowhere')).body.toString()).not.toContain('modulepreload');
  });

  test('the document shows the title of its page in both languages before any script has loaded', async () => {
    const log = (await ask('/log')).body.toString();
    expect(log).toContain(
      '<div id="boot" data-frame="console"><div lang="zh-CN"><h1>日志</h1><p>最近 3 天</p></div><div lang="en"><h1>Logs &amp; calls</h1><p>The last 3 days</p></div></div>',
    );
    expect((await ask('/user/edit/7')).body.toString()).toContain('<div id="boot"></div>');
  });

  test("the login pages are shown with the site's name, whatever it contains", async () => {
    site.SystemName = '<b>$& Gate';
    const login = (await ask('/login')).body.toString();
    delete site.SystemName;
    expect(login).toContain(
      '<div lang="en"><h1>Log in to &lt;b>$&amp; Gate</h1><aside><p>A receipt</p><p>Of all</p></aside></div>',
    );
    expect((await ask('/login')).body.toString()).toContain('<h1>登录 Tollgate</h1>');
  });

  test('visitors see the built-in home page before any script has loaded, but not if the site has its own', async () => {
    const ours = (await ask('/')).body.toString();
    expect(ours).toContain('<div id="boot" data-frame="home"><div lang="zh-CN"><h1>一个密钥');
    expect(ours).toContain('<meta name="first-calls" data-open="true" content="/api/pricing">');
    site.HomePageContent = '# Hello';
    const own = (await ask('/')).body.toString();
    delete site.HomePageContent;
    expect(own).toContain('<div id="boot"></div>');
  });

  test('facts about the site cannot end the script element that contains them', async () => {
    const html = (await ask('/')).body.toString();
    expect(html).not.toContain('alert(1)</script>');
    const [, json = ''] = /id="site-status">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual({ system_name: '</script><script>alert(1)</script>' });
  });

  test('an unchanged document is answered with 304', async () => {
    const first = await ask('/log', taking('br'));
    const again = await ask('/log', {
      ...taking('br'),
      'if-none-match': first.header('etag') ?? 'none',
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });
});
