import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { relayPaths } from '../../api/relay-reference.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const SCRIPT = '<script>parent.fetch("/api/user/token")</script>';
const chat = { choices: [{ message: { role: 'assistant', content: SCRIPT } }], data: [] };

/** What a hostile upstream sends for every request: status, content type, body. */
const UPSTREAMS: Readonly<Record<string, readonly [number, string, string]>> = {
  'a page': [200, 'text/html; charset=utf-8', SCRIPT],
  'a page in capitals': [200, 'TEXT/HTML', SCRIPT],
  'JSON that is called a page': [200, 'text/html', JSON.stringify({ ...chat, text: SCRIPT })],
  'JSON that is called XHTML': [200, 'application/xhtml+xml', JSON.stringify(chat)],
  'a drawing with a script': [200, 'image/svg+xml', `<svg>${SCRIPT}</svg>`],
  'two types': [200, 'audio/mpeg, text/html', SCRIPT],
  'events of several parts': [200, 'multipart/x-mixed-replace; boundary=a', SCRIPT],
  'an error page': [502, 'text/html', SCRIPT],
  'a redirect': [302, 'text/html', SCRIPT],
};
/** Models for the routes of images and audio. */
const MODELS: Readonly<Record<string, string>> = {
  '/v1/audio/speech': 'tts-1',
  '/v1/audio/transcriptions': 'whisper-1',
  '/v1/audio/translations': 'whisper-1',
  '/v1/images/generations': 'dall-e-2',
  '/v1/images/edits': 'gpt-image-1',
  '/v1/images/variations': 'dall-e-2',
};
const FORMS = ['/v1/audio/transcriptions', '/v1/audio/translations', '/v1/images/variations'];
const HARMLESS =
  /^(?:application\/(?:json|octet-stream|x-ndjson)|text\/(?:event-stream|plain)|audio\/[a-z0-9]+)(?:;|$)/;

/** Whether a call's body can ask for a stream. */
const mayStream = (method: string, path: string) => method === 'POST' && !FORMS.includes(path);

const routes = Object.entries(relayPaths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => [
    method.toUpperCase(),
    path
      .replace('{model}', 'gpt-4o-mini')
      .replace('{mode}', 'fast')
      .replace('{action}', path.startsWith('/suno') ? 'music' : 'imagine')
      .replace('{id}', '1'),
  ]),
) as [method: string, path: string][];

describe('a response of the relay', () => {
  let scene: RelayScene;
  let upstream: Server;
  let upstreamResponse: (typeof UPSTREAMS)[string] = [200, 'text/html', SCRIPT];
  let requestCount = 0;
  beforeAll(async () => {
    scene = await startRelayScene();
    upstream = createServer((request, response) => {
      requestCount += 1;
      const [status, type, body] = upstreamResponse;
      request
        .resume()
        .on('end', () =>
          response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(body),
        );
    });
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    const base_url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const models = [
      ...new Set(['gpt-4o-mini', 'mj_imagine', 'suno_music', ...Object.values(MODELS)]),
    ];
    await scene.channel('hostile', { base_url, models: models.join(',') });
    await scene.channel('drawings', { type: 2, base_url, models: 'mj_imagine' });
    await scene.channel('songs', { type: 36, base_url, models: 'suno_music' });
    await scene.gateway.setOption('ChannelCooldownEnabled', 'false');
  });
  afterAll(async () => {
    upstream.closeAllConnections();
    upstream.close();
    await scene.close();
  });
  beforeEach(() => {
    requestCount = 0;
  });

  function check(where: string, response: IncomingMessage): void {
    const header = (name: string) => String(response.headers[name] ?? '');
    expect(header('x-content-type-options'), where).toBe('nosniff');
    expect(header('content-security-policy'), where).toMatch(/default-src 'none'.*; sandbox$/);
    if (response.statusCode === 204) return;
    expect(header('content-type'), where).toMatch(HARMLESS);
    // Shared caches may store a response whose key is not in Authorization.
    if (where.startsWith('GET '))
      expect(header('cache-control'), where).toMatch(/private|no-store/);
  }

  async function call(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body: BodyInit = bodyOf(path),
  ): Promise<IncomingMessage> {
    const { headers: encodingHeaders, bytes } = await encode(body);
    const sent = httpRequest(scene.gateway.url + path, {
      method,
      headers: { ...encodingHeaders, ...headers },
    }).end(method === 'POST' ? bytes : undefined);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.on('error', () => 'broken off').resume();
    await once(response, 'close');
    return response;
  }
  /** Not sent by fetch, which adds Sec-Fetch headers. */
  async function encode(body: BodyInit) {
    const response = new Response(body);
    const type = response.headers.get('content-type');
    const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
    return { headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }
  function bodyOf(path: string, stream = false): BodyInit {
    const model = MODELS[path] ?? 'gpt-4o-mini';
    if (!FORMS.includes(path)) {
      const messages = [{ role: 'user', content: 'hi' }];
      const contents = [{ role: 'user', parts: [{ text: 'hi' }] }];
      const text = { input: 'hi', prompt: 'hi', query: 'hi', documents: ['hi'], voice: 'alloy' };
      const image = { images: [{ image_url: 'data:image/png;base64,AAAA' }] };
      const body = { model, messages, contents, ...text, ...image, max_tokens: 5, stream };
      return JSON.stringify(path.includes('gemini') ? { contents } : body);
    }
    const form = new FormData();
    form.set('model', model);
    form.set('file', new Blob(['a']), 'a.wav');
    form.set('image', new Blob(['a']), 'a.png');
    return form;
  }

  test.each(Object.entries(UPSTREAMS))(
    'is sandboxed and of a harmless type on every route, whatever the upstream sends: %s',
    async (name, given) => {
      upstreamResponse = given;
      const authorization = `Bearer ${scene.secret}`;
      const statuses = new Set<number>();
      for (const [method, path] of routes)
        for (const stream of mayStream(method, path) ? [false, true] : [false]) {
          // oxlint-disable-next-line no-await-in-loop -- one route after the other
          const response = await call(method, path, { authorization }, bodyOf(path, stream));
          check(`${method} ${path} ${name}`, response);
          statuses.add(response.statusCode ?? 0);
        }
      // Most model calls reached the upstream, streamed and not.
      expect(requestCount).toBeGreaterThan(25);
      if (name === 'JSON that is called a page') expect(statuses).toContain(200);
    },
  );

  test('is sandboxed on every route when it is a refusal', async () => {
    for (const [method, path] of [
      ...routes,
      ['GET', '/v1/nothing'],
      ['POST', '/v1/files'],
    ] as const) {
      const all = await Promise.all([
        call(method, path),
        call(method, path, { authorization: 'Bearer sk-wrong' }),
        call(method, path, { authorization: `Bearer ${scene.secret}` }, '{'),
        call(method === 'GET' ? 'POST' : 'GET', path),
        call('OPTIONS', path),
        call('GET', `/mj/image/${path.length}`),
        call('POST', path, { 'content-encoding': 'unknown' }),
      ]);
      for (const response of all) check(`${method} ${path} ${response.statusCode}`, response);
    }
    expect(requestCount).toBe(0);
  });

  /** Headers that browsers add to requests of a page on another site. */
  const FOREIGN = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  const FORM = { ...FOREIGN, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const SIMPLE = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
  ];

  test.each(routes.filter(([method]) => method === 'POST'))(
    "a foreign page's form at %s %s is refused, and no upstream is called",
    async (method, path) => {
      const target = `${path}?key=${scene.secret}`;
      for (const type of SIMPLE)
        for (const headers of [FORM, { ...FOREIGN, 'sec-fetch-mode': 'no-cors' }])
          expect(
            (await call(method, target, { ...headers, 'content-type': type })).statusCode,
          ).toBe(403);
      for (const origin of ['https://evil.example', 'null'])
        expect(
          (await call(method, target, { origin, 'content-type': 'text/plain' })).statusCode,
        ).toBe(403);
      expect(requestCount).toBe(0);
    },
  );

  test('does not refuse clients and scripts that send their key on purpose', async () => {
    upstreamResponse = [200, 'application/json', JSON.stringify(chat)];
    const path = '/v1/chat/completions';
    const authorization = `Bearer ${scene.secret}`;
    const bytes = () => Buffer.from(String(bodyOf(path)));
    const query = `${path}?key=${scene.secret}`;
    const json = { 'content-type': 'application/json' };
    const form = { ...FOREIGN, 'content-type': 'multipart/form-data; boundary=a' };
    const own = { origin: scene.gateway.url, 'content-type': 'text/plain' };
    const statuses = [
      // SDKs, with any content type or none.
      await call('POST', path, { authorization, 'content-type': 'text/plain' }),
      await call('POST', path, { authorization }, bytes()),
      await call('POST', query, { 'content-type': 'application/x-www-form-urlencoded' }),
      await call('POST', query, {}, bytes()),
      // Browser scripts, which are same-origin or were preflighted.
      await call('POST', path, { ...FOREIGN, 'sec-fetch-mode': 'cors', authorization, ...json }),
      await call('POST', path, { ...FOREIGN, authorization }, bytes()),
      await call('POST', query, { ...FOREIGN, 'sec-fetch-mode': 'cors', ...json }),
      await call('POST', query, own),
      await call('POST', query, { ...own, origin: 'null', 'sec-fetch-site': 'same-origin' }),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual(statuses.map(() => 200));
    // A script may send a form to routes that accept forms; its content is checked separately.
    const upload = await call('POST', `/v1/audio/transcriptions?key=${scene.secret}`, form, 'a');
    expect(upload.statusCode).toBe(400);
  });
});
