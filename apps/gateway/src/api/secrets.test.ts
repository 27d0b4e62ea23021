import { allEndpoints } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

/** Read calls that create a new credential or call upstreams. */
const SKIPPED = new Set(['logout', 'createAccessToken', 'testAllChannels', 'updateAllBalances']);

// What a response contains is decided above the database.
describe('secrets', () => {
  let gateway: TestGateway;
  let clients: Client[];
  let owner: Client;
  const secrets = new Map<string, string>();

  beforeAll(async () => {
    gateway = await startTestGateway();
    owner = await gateway.user();
    secrets.set('somebody else’s key', (await gateway.token(owner)).key);
    secrets.set('a session', owner.token);
    const access = (await owner.call('GET', '/api/user/token')).body.data as unknown as string;
    secrets.set('an access token', access);
    secrets.set('a channel key', 'sk-channel-canary');
    await gateway.channel({ key: 'sk-channel-canary', base_url: 'http://127.0.0.1:9' });
    await gateway.root.call('POST', '/api/redemption/', { quota: 1 });
    secrets.set('a secret option', 'option-canary');
    await gateway.setOption('TurnstileSecretKey', 'option-canary');
    const { db } = gateway.app.domain.store;
    const hidden = { users: ['password_hash', 'access_token_hash'], sessions: ['token_hash'] };
    const keyColumns = ['key_hash', 'key_cipher'];
    const sealed = { tokens: keyColumns, channels: keyColumns, redemptions: keyColumns };
    for (const [table, columns] of Object.entries({ ...hidden, ...sealed })) {
      const rows = await db
        .selectFrom(table as 'users')
        .selectAll()
        .execute();
      for (const row of rows as unknown as Record<string, string | null>[])
        for (const column of columns)
          if (row[column]) secrets.set(`${table}.${column} ${row.id}`, row[column]);
    }
    clients = [
      gateway.visitor,
      await gateway.user(),
      await gateway.user({ role: 10 }),
      gateway.root,
    ];
  });
  afterAll(() => gateway.close());

  test("no read call reveals another user's credential, hash or sealed text", async () => {
    expect(secrets.size).toBeGreaterThan(10);
    for (const { name, endpoint } of allEndpoints) {
      if (endpoint.method !== 'GET' || SKIPPED.has(name)) continue;
      const path = endpoint.path.replace(/\{\w+\}/, endpoint.path.includes('/user/') ? '2' : '1');
      for (const client of clients)
        for (const query of ['', '?keyword=1&page_size=1000&tag_mode=true&start_timestamp=1']) {
          const { status, body } = await client.call('GET', path + query);
          const text = JSON.stringify(body);
          const told = [...secrets].filter(([, secret]) => text.includes(secret));
          expect([name, client.id, told.map(([what]) => what)]).toEqual([name, client.id, []]);
          // Whoever is not let in is refused whatever the query.
          if (status === 401 || status === 403) break;
        }
    }
  });

  test('the owner of a key can see it', async () => {
    const text = JSON.stringify((await owner.call('GET', '/api/token/')).body);
    expect(text).toContain(secrets.get('somebody else’s key'));
  });
});
