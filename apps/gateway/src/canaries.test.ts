import { optionRegistry } from '@tollgate/contract';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../test-support/databases.ts';
import { explainFailedStart } from '../test-support/explain-failed-start.ts';
import { type GatewayProcess, startGatewayProcess } from '../test-support/gateway-process.ts';
import { redisUrl } from '../test-support/redis.ts';

const MODEL = 'gpt-4o-mini';
const DOORS = [
  '/v1/chat/completions',
  '/v1/messages',
  '/v1/responses',
  `/v1beta/models/${MODEL}:generateContent`,
  '/v1/embeddings',
  '/v1/images/generations',
  '/v1/audio/speech',
  '/v1/messages/count_tokens',
  '/v1/no/such/door',
  '/mj/submit/imagine',
];
/** How the upstream responds to a call; each response echoes everything it received. */
const ALL_MOODS = [
  'echo-400',
  'echo-401',
  'echo-403',
  'echo-429',
  'echo-500',
  'html',
  'odd',
  'stream',
  'cut',
];

/** One word per secret: found anywhere else, it has leaked. */
const CANARY = {
  channelKey: 'sk-proj-canaryCHANNEL0123456789',
  plainChannelKey: 'canarywithoutanydigits',
  secondChannelKey: 'canarySECOND-key-of-many',
  addressPassword: 'canaryADDRESS',
  masterKey: 'canary0c'
    .replace(/[^0-9a-f]/g, 'a')
    .repeat(8)
    .slice(0, 64),
  password: 'canaryPASS9!',
  wrongPassword: 'canaryWRONG9!',
  databasePassword: 'canaryDATABASE',
  redisPassword: 'canaryREDIS',
  metricsToken: 'canaryMETRICStoken',
  option: 'canaryOPTION',
};

type Session = { id: number; token: string; cookie: string };

describe.each(databaseKinds)('secrets sent through every entry point on %s', (kind) => {
  let database: TestDatabase;
  let gateway: GatewayProcess;
  let upstream: Server;
  let mood = 'echo-400';
  // Only files differ between databases, and those contain what succeeded.
  const moods = kind === 'sqlite' ? ALL_MOODS : ['echo-401', 'stream'];
  let root: Session;
  let userKey = '';
  const told: [where: string, text: string][] = [];
  const secrets = new Map<string, string>(Object.entries(CANARY));

  async function ask(where: string, path: string, init: RequestInit = {}): Promise<string> {
    const answer = await fetch(gateway.url + path, init).catch(() => undefined);
    if (!answer) return '';
    const text = await answer.text().catch(() => 'cut');
    const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie').join('\n');
    told.push([where, `${headers}\n${text}`]);
    return text;
  }
  const json = (body: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const asRoot = (method: string, body?: object): RequestInit => ({
    method,
    headers: {
      authorization: `Bearer ${root.token}`,
      'new-api-user': String(root.id),
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const must = async (method: string, path: string, body?: object) => {
    const answer = await fetch(gateway.url + path, asRoot(method, body));
    const { success, message, data } = (await answer.json()) as {
      success: boolean;
      message: string;
      data: unknown;
    };
    if (!success) throw new Error(message);
    return data as { key: string };
  };

  beforeAll(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    upstream = createServer((request, response) => answer(request, response, mood));
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    const { port } = upstream.address() as AddressInfo;
    gateway = await startGatewayProcess(database, {
      LOG_LEVEL: 'trace',
      MASTER_KEY: CANARY.masterKey,
      METRICS_TOKEN: CANARY.metricsToken,
      INITIAL_ROOT_PASSWORD: CANARY.password,
      ...(database.databaseUrl ? { DATABASE_URL: withPassword(database.databaseUrl) } : {}),
    });
    const login = await fetch(
      `${gateway.url}/api/user/login`,
      json({ username: 'root', password: CANARY.password }),
    );
    const { data } = (await login.json()) as { data: Session };
    root = { ...data, cookie: login.headers.getSetCookie().join(';').split(/[=;]/)[1] ?? '' };
    secrets.set('session', root.token).set('cookie', root.cookie);
    secrets.set('access token', (await must('GET', '/api/user/token')) as unknown as string);
    const made = await must('POST', '/api/token/', { name: 'k', unlimited_quota: true });
    userKey = `sk-${made.key}`;
    secrets.set('user key', made.key);
    for (const { key } of optionRegistry.filter(({ secret }) => secret))
      await must('PUT', '/api/option/', { key, value: `${CANARY.option}${key}` });
    const channel = { type: 1, models: MODEL, group: 'default', auto_ban: 0 };
    const base = `http://127.0.0.1:${port}`;
    await must('POST', '/api/channel/', {
      ...channel,
      name: 'a',
      key: CANARY.channelKey,
      base_url: base,
    });
    await must('POST', '/api/channel/', {
      ...channel,
      name: 'b',
      key: CANARY.plainChannelKey,
      base_url: base,
    });
    await must('POST', '/api/channel/', {
      ...channel,
      name: 'c',
      key: `${CANARY.secondChannelKey}1\n${CANARY.secondChannelKey}2`,
      setting: '{"multi_key":"random"}',
      base_url: base,
    });
    await must('POST', '/api/channel/', {
      ...channel,
      name: 'd',
      key: CANARY.channelKey,
      base_url: `http://user:${CANARY.addressPassword}@127.0.0.1:9`,
    }).catch(() => {});
    await must('POST', '/api/channel/', {
      ...channel,
      type: 14,
      name: 'e',
      key: CANARY.plainChannelKey,
      base_url: base,
    });
    await must('PUT', '/api/option/', { key: 'RetryTimes', value: '5' });
  });
  afterAll(async () => {
    await gateway.end('SIGKILL');
    upstream.closeAllConnections();
    upstream.close();
    await database.remove();
  });

  test('calls of every kind, whatever the upstream echoes', async () => {
    const body = {
      model: MODEL,
      max_tokens: 5,
      input: 'x',
      prompt: 'x',
      voice: 'alloy',
      messages: [{ role: 'user', content: 'x' }],
      contents: [{ role: 'user', parts: [{ text: 'x' }] }],
    };
    for (mood of moods)
      for (const path of DOORS) {
        const call = json({ ...body, stream: mood === 'stream' });
        await ask(`${mood} ${path} bearer`, path, {
          ...call,
          headers: { ...call.headers, authorization: `Bearer ${userKey}` },
        });
        await ask(`${mood} ${path} query`, `${path}?key=${userKey}`, call);
      }
    for (const name of ['authorization', 'x-api-key', 'x-goog-api-key', 'mj-api-secret'])
      await ask(name, '/v1/chat/completions', {
        method: 'POST',
        headers: { [name]: `${name === 'authorization' ? 'Bearer ' : ''}${userKey}` },
        body: '{',
      });
    await ask('with garbage behind it', `/v1/chat/completions?key=${userKey}%00`, json(body));
    expect(told.length).toBeGreaterThan(moods.length * DOORS.length * 2);
  });

  test('the console, with wrong passwords, malformed bodies and channel tests', async () => {
    const before = told.length;
    const wrong = { username: 'root', password: CANARY.wrongPassword };
    await ask('login', '/api/user/login', json(wrong));
    await ask('login, no object', '/api/user/login', { ...json([wrong]) });
    await ask('login, broken', '/api/user/login', {
      ...json({}),
      body: `{"password":"${CANARY.wrongPassword}"`,
    });
    await ask('register', '/api/user/register', json({ ...wrong, username: 'x'.repeat(99) }));
    await ask(
      'password',
      '/api/user/self',
      asRoot('PUT', { original_password: CANARY.wrongPassword, password: 'a' }),
    );
    await ask('channel', '/api/channel/', asRoot('POST', { type: 'x', key: CANARY.channelKey }));
    await ask(
      'option',
      '/api/option/',
      asRoot('PUT', { key: 'NoSuchSecret', value: CANARY.option }),
    );
    await ask('session in the address', `/api/user/self?token=${root.token}`);
    for (mood of moods)
      for (const path of [
        'test/1',
        'test/2',
        'test/3',
        'test/4',
        'update_balance/1/',
        'fetch_models/2',
      ])
        await ask(`${mood} ${path}`, `/api/channel/${path}`, asRoot('GET'));
    for (const path of [
      '/api/channel/?page_size=100',
      '/api/channel/health/3',
      '/api/log/?page_size=100',
      '/api/log/export',
      '/api/option/',
      '/api/status',
      '/api/system/status',
      '/api/user/?page_size=100',
      '/api/user/self',
    ])
      await ask(path, path, asRoot('GET'));
    const headers = { authorization: `Bearer ${CANARY.metricsToken}` };
    await ask('/metrics', '/metrics', { headers });
    expect(told.length).toBeGreaterThan(before + moods.length * 6);
  });

  test('and none of them appears in a response, the metrics, a file or the log of the process', async () => {
    expect(secrets.size).toBeGreaterThanOrEqual(15);
    expect([...secrets.values()].filter((secret) => secret.length < 11)).toEqual([]);
    expect(told.length).toBeGreaterThan(moods.length * DOORS.length * 2);
    expect(gateway.output().length).toBeGreaterThan(200);
    // Like Ctrl-C: SIGTERM would wait for what a load balancer may still send.
    expect(await gateway.end('SIGINT')).toBe(0);
    told.push(['the log of the process', gateway.output()]);
    const leaks = told.flatMap(([where, text]) =>
      [...secrets]
        .filter(([, secret]) => text.includes(secret))
        .map(([what]) => `${what} in ${where}`),
    );
    expect(leaks).toEqual([]);
  });
});

test('a database and a Redis that refuse their password are reported without it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-canary-'));
  const explain = (env: Record<string, string>) =>
    explainFailedStart({ DATA_DIR: dataDir, ...env });
  const outputs = [
    await explain({ DATABASE_URL: `postgres://u:${CANARY.databasePassword}@127.0.0.1:1/x` }),
    await explain({ DATABASE_URL: `mysql://u:${CANARY.databasePassword}@127.0.0.1:1/x` }),
    await explain({ MASTER_KEY: CANARY.option }),
    await explain({ INITIAL_ROOT_PASSWORD: CANARY.password, WORKERS: 'many' }),
  ];
  if (redisUrl) {
    // This one starts. Its Redis client writes to the console by itself.
    const gateway = await startGatewayProcess(
      { dataDir },
      { LOG_LEVEL: 'trace', REDIS_URL: redisUrl.replace('//', `//:${CANARY.redisPassword}@`) },
    );
    await gateway.end('SIGINT');
    outputs.push(gateway.output());
  }
  rmSync(dataDir, { recursive: true, force: true });
  for (const output of outputs) {
    expect(output.length).toBeGreaterThan(20);
    expect(output).not.toMatch(/canary[A-Z]/);
  }
});

function withPassword(url: string): string {
  return url.replace(/\/\/(\w+)@/, `//$1:${CANARY.databasePassword}@`);
}

/** Responds like an upstream that repeats the whole call to the caller, as some do in their errors. */
function answer(request: IncomingMessage, response: ServerResponse, mood: string): void {
  const key = request.headers.authorization?.replace('Bearer ', '');
  const heard = `Incorrect API key provided: ${key} ${request.url} ${JSON.stringify(request.headers)}`;
  const error = {
    error: { message: heard, type: 'invalid_request_error', code: 'invalid_api_key', param: heard },
  };
  request.resume();
  if (mood === 'cut') return void request.socket.destroy();
  if (mood === 'html') {
    response.writeHead(502, { 'content-type': 'text/html' });
    return void response.end(`<html>${heard}</html>`);
  }
  if (mood === 'odd') {
    response.writeHead(200, { 'content-type': 'application/json', 'x-echo': 'y' });
    return void response.end(heard);
  }
  if (mood === 'stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return void response.end(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
  }
  response.writeHead(Number(mood.slice(-3)), { 'content-type': 'application/json' });
  response.end(JSON.stringify(error));
}
