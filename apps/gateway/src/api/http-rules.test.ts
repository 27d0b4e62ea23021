import { allEndpoints } from '@tollgate/contract';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

// What the server does around its handlers: no database has a part in it.
describe('HTTP at the console API', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    fetch(gateway.url + path, {
      method,
      headers: { authorization: `Bearer ${gateway.root.token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });

  test.each([
    ['GET', '/api/status', 200],
    ['GET', '/api/user/self', 200],
    ['GET', '/api/nope', 404],
    ['GET', '/api/%ZZ', 404],
    ['PATCH', '/api/token/', 405],
    ['GET', '/docs', 200],
    ['GET', '/', 200],
  ])('%s %s has a request id and forbids MIME sniffing', async (method, path, status) => {
    const answer = await ask(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-request-id')).toMatch(/^\d{14}\S{8,}$/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    if (path.startsWith('/api')) expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('gateways of one process share their routes but nothing else, on any route', async () => {
    const other = await startTestGateway();
    try {
      await gateway.setOption('SystemName', 'First house');
      await other.setOption('SystemName', 'Second house');
      const read = async ({ url }: TestGateway, path: string) =>
        (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
      for (const path of ['/api/status', '/llms.txt', '/']) {
        expect(await read(gateway, path), path).toContain('First house');
        expect(await read(other, path), path).toContain('Second house');
      }
      expect((await ask('GET', '/api/user/self')).status).toBe(200);
      const { status } = await other.visitor.call('GET', '/api/user/self', undefined, {
        authorization: `Bearer ${gateway.root.token}`,
      });
      expect(status).toBe(401);
    } finally {
      await other.close();
      await gateway.setOption('SystemName', '');
    }
  });

  test('no shared cache keeps what was read for one caller, however its address is spelt, nor a page that is missing', async () => {
    const headers = { accept: 'text/css' };
    for (const path of ['/%61pi/user/self', '/a%70i/nope', '/%61dmin', '/', '/docs', '/nope.css']) {
      const answer = await ask('GET', path, headers);
      await answer.text();
      expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
  });

  test('a failure has the same request id in its body as in its header', async () => {
    for (const path of ['/api/nope', '/api/%ZZ', '/api/user/999999']) {
      const answer = await ask('GET', path);
      const body = (await answer.json()) as { request_id: string };
      expect([path, body.request_id]).toEqual([path, answer.headers.get('x-request-id')]);
    }
  });

  test('a wrong method is refused with the allowed ones, and OPTIONS lists them without allowing other origins', async () => {
    const refused = await ask('PATCH', '/api/token/');
    expect(refused.headers.get('allow')).toBe('GET, HEAD, POST, PUT, OPTIONS');
    const asked = await ask('OPTIONS', '/api/token', {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'PUT',
    });
    expect([asked.status, asked.headers.get('allow')]).toEqual([
      204,
      'GET, HEAD, POST, PUT, OPTIONS',
    ]);
    expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
  });

  test('a word in place of an ID is an unknown address, with any method, for any role', async () => {
    const person = await gateway.user();
    for (const [method, path] of [
      ['GET', '/api/user/groups'],
      ['GET', '/api/user/available_models/'],
      ['GET', '/api/channel/models_enabled?p=1'],
      ['POST', '/api/token/batch'],
      ['DELETE', '/api/redemption/invalid'],
      ['PATCH', '/api/order/batch'],
    ] as const)
      for (const { call } of [person, gateway.root]) {
        const { status, body } = await call(method, path);
        expect([path, status, body.code]).toEqual([path, 404, 'unknown_path']);
      }
    expect((await gateway.root.call('GET', '/api/user/-1')).body.code).toBe('invalid_parameter');
  });

  test('every path works with and without its trailing slash', async () => {
    for (const { name, endpoint } of allEndpoints) {
      if (endpoint.method !== 'GET' || endpoint.changesState || name === 'logout') continue;
      const path = endpoint.path.replace(/\{\w+\}/g, '1').replace(/\/$/, '');
      const codes = [];
      for (const form of [path, `${path}/`])
        codes.push((await ask('GET', form, { 'accept-language': 'en' })).status);
      expect([name, codes]).toEqual([name, [codes[0], codes[0]]]);
      expect([name, codes[0]]).not.toEqual([name, 404]);
    }
  });

  test.each([
    ['application/x-www-form-urlencoded', 'name=x'],
    ['text/plain', '{"name":"x"}'],
    ['application/xml', '<name>x</name>'],
    ['multipart/form-data; boundary=b', '--b--'],
  ])('a body of type %s is refused with 415', async (type, body) => {
    const answer = await ask('POST', '/api/token/', { 'content-type': type }, body);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      415,
      'unsupported_media_type',
    ]);
  });

  test('a call without a body works whether or not the client sends a content type', async () => {
    const json = { 'content-type': 'application/json' };
    expect(await (await ask('POST', '/api/channel/fix', json)).json()).toMatchObject({
      success: true,
    });
    expect(await (await ask('DELETE', '/api/token/999999/', json)).json()).toMatchObject({
      code: 'token_not_found',
    });
    expect(await (await ask('POST', '/api/token/', json)).json()).toMatchObject({
      code: 'token_name_length',
    });
  });

  test('a cookie alone cannot run GET calls that change something', async () => {
    const cookie = { cookie: `session=${gateway.root.token}`, authorization: '' };
    for (const { name, endpoint } of allEndpoints) {
      // Public calls run without a cookie.
      if (!endpoint.changesState || endpoint.access === 'public') continue;
      const answer = await ask('GET', endpoint.path.replace(/\{\w+\}/g, '999999'), cookie);
      expect([name, ((await answer.json()) as { code: string }).code]).toEqual([
        name,
        'csrf_header_missing',
      ]);
    }
  });

  test('no GET that changes something runs for someone who follows a link, or opens a page that embeds it as an image or fetches it, also from a neighbour domain', async () => {
    const { port } = new URL(gateway.url);
    const cookie = `Cookie: session=${gateway.root.token}`;
    const headers = [
      'Sec-Fetch-Mode: navigate',
      `Sec-Fetch-Mode: no-cors\r\n${cookie}`,
      'Accept: text/html,*/*',
      `Sec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-site\r\n${cookie}`,
      'Sec-Fetch-Mode: cors\r\nSec-Fetch-Site: cross-site',
      `Origin: http://neighbour.x\r\n${cookie}`,
    ];
    for (const { name, endpoint } of allEndpoints) {
      if (!endpoint.changesState && name !== 'logout') continue;
      const path = endpoint.path.replace('{provider}', 'telegram').replace(/\{\w+\}/g, '999999');
      for (const header of headers) {
        // A raw socket, as `fetch` sets its own Sec-Fetch-Mode.
        const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
        const [text] = (await once(socket, 'data')) as [string];
        socket.destroy();
        expect([name, text.includes('opened_by_link'), /set-cookie/i.test(text)]).toEqual([
          name,
          true,
          false,
        ]);
      }
    }
    expect((await ask('GET', '/api/user/self')).status).toBe(200);
  });

  test('credentials of another scheme are ignored and do not override the cookie', async () => {
    const answer = await ask('GET', '/api/user/self', {
      authorization: 'Basic cHJveHk6c2VjcmV0',
      cookie: `session=${gateway.root.token}`,
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['POST', '/api/token/', 401],
    ['PUT', '/api/option/', 401],
    ['POST', '/api/user/login', 413],
  ])(
    'nobody fills memory without a session: %s %s with 1 MB is answered with %i before it is sent',
    async (method, path, status) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').setEncoding('latin1');
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`,
      );
      const [text] = (await once(socket, 'data')) as [string];
      expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      socket.destroy();
    },
  );

  test('an endlessly nested body is refused without being traversed', async () => {
    const body = `{"username":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    const answer = await gateway.visitor.call('POST', '/api/user/login', body);
    expect(answer.body.code).toBe('invalid_parameter');
  });
});

describe.each(databaseKinds)('what the console API reads and lists on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, {
      method,
      headers: { authorization: `Bearer ${gateway.root.token}`, ...headers },
    });

  test('HEAD reads and never changes', async () => {
    const person = await gateway.user();
    const access = (await person.call('GET', '/api/user/token')).body.data as unknown as string;
    const byToken = { authorization: `Bearer ${access}` };
    expect((await ask('HEAD', '/api/user/self', byToken)).status).toBe(200);
    await ask('HEAD', '/api/user/token', byToken);
    expect((await ask('GET', '/api/user/self', byToken)).status).toBe(200);
  });

  test('lists never fail on an odd page and never return more than 1000 rows', async () => {
    const lists = allEndpoints.filter(
      ({ endpoint }) => endpoint.query && 'p' in (endpoint.query as z.ZodObject).shape,
    );
    expect(lists.length).toBeGreaterThan(6);
    // Agents have their own lists; calls with an id are about others.
    const person = await gateway.user();
    const team = await gateway.root.call('POST', '/api/team/', { name: 'Lists' });
    const teamId = String(team.body.data['id']);
    const terms = { enabled: true, share_percent: 1, discount_percent: 0 };
    for (const { id } of [gateway.root, person])
      await gateway.root.call('PUT', `/api/user/${id}/agent`, terms);
    for (const { name, endpoint } of lists)
      for (const query of [
        'p=0',
        'p=-1',
        'p=abc&page_size=x',
        'p=1e9&page_size=1000000',
        'p=&p=2',
      ]) {
        const ofTeam = endpoint.path.startsWith('/api/team');
        const path = endpoint.path.replace('{id}', ofTeam ? teamId : String(person.id));
        const answer = await ask('GET', `${path}?${query}`);
        const { success, data } = (await answer.json()) as {
          success: boolean;
          data: { page_size: number } | null;
        };
        const isBounded = data !== null && data.page_size <= 1000;
        expect([name, query, success, isBounded]).toEqual([name, query, true, true]);
      }
  });

  test('text in any language is returned as it was sent, and NUL is refused', async () => {
    const person = await gateway.user();
    const name = 'Ключ 钥匙 🔑 مفتاح';
    const made = await person.call('POST', '/api/token/', { name });
    expect(made.body.data).toMatchObject({ name });
    expect(
      (await person.call('GET', `/api/token/search?keyword=${encodeURIComponent('ключ 钥')}`)).body
        .data,
    ).toMatchObject({ total: 1 });
    for (const [method, path, body] of [
      ['POST', '/api/token/', { name: 'a\0b' }],
      ['GET', '/api/token/search?keyword=a%00b', undefined],
    ] as const)
      expect((await person.call(method, path, body)).body.code).toBe('invalid_parameter');
  });
});

describe('rate limits', () => {
  test('both limits are set by the environment, and counted per address', async () => {
    const strict = await startTestGateway({
      env: {
        RATE_LIMIT: 'on',
        LOGIN_RATE_LIMIT: '2/60',
        API_RATE_LIMIT: '3/60',
        TRUSTED_PROXIES: '127.0.0.1',
      },
    });
    const statuses = async (path: string, method: string, times: number, address: string) => {
      const found = [];
      for (let time = 0; time < times; time += 1)
        found.push(
          (
            await strict.visitor.call(method, path, method === 'POST' ? {} : undefined, {
              'x-forwarded-for': address,
            })
          ).status,
        );
      return found;
    };
    expect(await statuses('/api/status', 'GET', 4, '192.0.2.1')).toEqual([200, 200, 200, 429]);
    expect(await statuses('/api/status', 'GET', 1, '192.0.2.2')).toEqual([200]);
    expect(await statuses('/api/user/login', 'POST', 3, '192.0.2.3')).toEqual([200, 200, 429]);
    const network = (host: string) =>
      statuses('/api/user/login', 'POST', 1, `2001:db8:1:2::${host}`);
    expect([await network('1'), await network('2'), await network('3')]).toEqual([
      [200],
      [200],
      [429],
    ]);
    await strict.close();
  });
});
