import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../test-support/databases.ts';
import { type FaultyProxy, startFaultyProxy } from '../test-support/money/faulty-proxy.ts';
import { type Client, startTestGateway, type TestGateway } from '../test-support/test-gateway.ts';

const STRANGE = `sk-${'x'.repeat(48)}`;

interface Case {
  dialect: string;
  path: string;
  headers: Record<string, string>;
  told: object;
}

/**
 * Calls whose key is not in memory, one per dialect: the path, where the key is sent, and where the code is
 * returned.
 */
const dialects: Case[] = [
  {
    dialect: 'OpenAI chat',
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${STRANGE}` },
    told: { error: { code: 'database_unavailable', type: 'server_error' } },
  },
  {
    dialect: 'OpenAI responses',
    path: '/v1/responses',
    headers: { authorization: `Bearer ${STRANGE}` },
    told: { error: { code: 'database_unavailable' } },
  },
  {
    dialect: 'Anthropic messages',
    path: '/v1/messages',
    headers: { 'x-api-key': STRANGE, 'anthropic-version': '2023-06-01' },
    told: { type: 'error', error: { type: expect.any(String) } },
  },
  {
    dialect: 'Gemini',
    path: '/v1beta/models/gpt-4o-mini:generateContent',
    headers: { 'x-goog-api-key': STRANGE },
    told: { error: { code: 503, status: 'UNAVAILABLE' } },
  },
  {
    dialect: 'music',
    path: '/suno/submit/music',
    headers: { authorization: `Bearer ${STRANGE}` },
    told: { code: 'database_unavailable' },
  },
];

/** Returns status, Retry-After and code of console reads and writes, and of a login. */
async function askConsole(gateway: TestGateway, person: Client) {
  const answers = [
    await person.call('GET', '/api/user/self'),
    await person.call('GET', '/api/log/self'),
    await person.call('PUT', '/api/user/self', { display_name: 'x' }),
    await gateway.visitor.call('POST', '/api/user/login', { username: 'a', password: 'abcdef' }),
  ];
  return answers.map(({ status, headers, body }) => [
    status,
    headers.get('retry-after'),
    body.code,
  ]);
}

describe.skipIf(!databaseKinds.includes('postgres'))('while PostgreSQL is down', () => {
  let database: TestDatabase;
  let line: FaultyProxy;
  let simulator: Simulator;
  let gateway: TestGateway;
  let person: Client;

  beforeEach(async () => {
    database = await createTestDatabase('postgres', { hasTables: true });
    line = await startFaultyProxy(database.databaseUrl ?? '');
    simulator = await startOpenAiSimulator();
    gateway = await startTestGateway({
      kind: 'postgres',
      database: { ...database, databaseUrl: line.url },
    });
    person = await gateway.user({ quota: 1_000_000 });
  });
  afterEach(async () => {
    await line.restore();
    await gateway.close();
    await simulator.close();
    await line.close();
    await database.remove();
  });

  const post = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'a' }] }),
    });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, retryAfter, body: (await response.json()) as object };
  };
  const isUp = () => gateway.app.domain.store.isUp;
  const away = { status: 503, retryAfter: '5' };

  test.each([
    ['stopped', () => line.cut()],
    ['frozen', () => line.freeze()],
  ] as const)(
    '(%s) a key that is not in memory gets 503 with Retry-After in its dialect, the console does too, and the log gets one line',
    async (_how, breakLine) => {
      const { log } = gateway.app.domain;
      const lines = [vi.spyOn(log, 'error'), vi.spyOn(log, 'warn')];
      await breakLine();
      const answers = await Promise.all(dialects.map(({ path, headers }) => post(path, headers)));
      expect(answers).toMatchObject(dialects.map(({ told: body }) => ({ ...away, body })));
      for (const answer of await askConsole(gateway, person))
        expect(answer).toEqual([503, '5', 'database_unavailable']);
      await expect.poll(isUp).toBe(false);
      expect((await gateway.visitor.call('GET', '/api/status')).status).toBe(200);
      const told = lines.flatMap(({ mock }) => mock.calls.map(([, text]) => String(text)));
      const ours = told.filter((text) => /inside the gateway|DATABASE_URL/.test(text));
      expect(ours).toEqual([expect.stringContaining('DATABASE_URL')]);
      await line.restore();
      await expect.poll(isUp).toBe(true);
      const [{ path, headers }] = dialects as [Case];
      expect((await post(path, headers)).status).toBe(401);
      expect((await person.call('GET', '/api/user/self')).status).toBe(200);
    },
  );
});
