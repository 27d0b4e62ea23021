import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { expireSignIns } from '../domain/jobs/expire-sign-ins.ts';
import { manualClock, nowSeconds } from '../platform/clock.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let users = 0;

describe.each(databaseKinds)('the history of sign-ins on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock, env: { TRUSTED_PROXIES: '127.0.0.1' } });
    await gateway.app.jobs.stop();
  });
  afterAll(() => gateway.close());

  const someone = async () => {
    users += 1;
    const name = `signer${users}`;
    return { name, client: await gateway.user({ name }) };
  };
  const tryLogin = (username: string, password: string, ip: string) =>
    gateway.visitor.call(
      'POST',
      '/api/user/login',
      { username, password },
      { 'user-agent': FIREFOX, 'x-forwarded-for': ip },
    );
  const historyOf = async (client: { call: TestGateway['root']['call'] }, path = 'self') =>
    (await client.call('GET', `/api/user/${path}/sign_ins?page_size=100`)).body.data as unknown as {
      items: { ip: string; failure: string; tries: number; method: string }[];
      total: number;
    };

  test("a login is in its user's history with method, time, address and device", async () => {
    const { name, client } = await someone();
    expect((await tryLogin(name, 'password1', '203.0.113.7')).body.success).toBe(true);
    expect((await historyOf(client)).items).toMatchObject([
      {
        method: 'password',
        failure: '',
        tries: 1,
        ip: '203.0.113.7',
        browser: 'Firefox',
        system: 'Linux',
        time: nowSeconds(clock),
      },
    ]);
  });

  test('failures of one account and address within an hour are counted in one row', async () => {
    const { name, client } = await someone();
    await Promise.all(Array.from({ length: 20 }, () => tryLogin(name, 'wrong-one', '203.0.113.8')));
    await tryLogin(name, 'wrong-one', '203.0.113.9');
    await historyOf(client);
    await tryLogin(name, 'wrong-one', '203.0.113.8');
    const { items } = await historyOf(client);
    expect(Object.fromEntries(items.map(({ ip, tries }) => [ip, tries]))).toEqual({
      '203.0.113.8': 21,
      '203.0.113.9': 1,
    });
    expect(items[0]?.failure).toBe('login_failed');
    clock.advance(3_600_000);
    await tryLogin(name, 'wrong-one', '203.0.113.8');
    expect((await historyOf(client)).total).toBe(3);
  });

  test('a flood from a hundred addresses creates at most 51 rows an hour, and every attempt is counted', async () => {
    const { client } = await someone();
    const { signInHistory } = gateway.app.domain;
    for (let n = 0; n < 100; n += 1)
      signInHistory.noteFailure(
        { userId: client.id, method: 'password', address: `198.51.100.${n}`, userAgent: '' },
        'login_failed',
      );
    const { items, total } = await historyOf(client);
    expect([total, items.reduce((sum, { tries }) => sum + tries, 0)]).toEqual([51, 100]);
  });

  test('an unknown name leaves no row, and gets the same response as a wrong password', async () => {
    const { name } = await someone();
    const count = async () => {
      await gateway.app.domain.signInHistory.flush();
      const { db } = gateway.app.domain.store;
      return (await db.selectFrom('sign_ins').select('id').execute()).length;
    };
    const before = await count();
    const unknown = await tryLogin('no-such-user', 'wrong-one', '203.0.113.10');
    expect(await count()).toBe(before);
    const known = await tryLogin(name, 'wrong-one', '203.0.113.10');
    expect([known.status, known.body]).toEqual([
      unknown.status,
      { ...unknown.body, request_id: known.body.request_id },
    ]);
  });

  test("a disabled account's history shows that its password was right but refused", async () => {
    const { name, client } = await someone();
    await gateway.root.call('POST', '/api/user/manage', { id: client.id, action: 'disable' });
    await tryLogin(name, 'password1', '203.0.113.11');
    expect((await historyOf(gateway.root, String(client.id))).items).toMatchObject([
      { failure: 'user_disabled' },
    ]);
  });

  test('users read only their own history, administrators that of users below them', async () => {
    const { name, client } = await someone();
    await tryLogin(name, 'wrong-one', '203.0.113.12');
    const admin = await gateway.user({ role: 10 });
    expect((await historyOf(admin, String(client.id))).total).toBe(1);
    const paths = { other: `/api/user/${client.id}/sign_ins`, root: '/api/user/1/sign_ins' };
    const { client: other } = await someone();
    expect((await other.call('GET', paths.other)).status).toBe(403);
    expect((await admin.call('GET', paths.root)).body.success).toBe(false);
  });

  test('rows are deleted after SignInRetentionDays, and younger ones stay', async () => {
    const { name, client } = await someone();
    await tryLogin(name, 'password1', '203.0.113.13');
    clock.advance(20 * 86_400_000);
    await tryLogin(name, 'password1', '203.0.113.14');
    await gateway.setOption('SignInRetentionDays', '10');
    await expireSignIns(gateway.app.domain).run(new AbortController().signal);
    const again = await gateway.login(name, 'password1');
    const { items } = await historyOf(again);
    expect(items.map(({ ip }) => ip)).toEqual(['127.0.0.1', '203.0.113.14']);
    expect(client.id).toBe(again.id);
  });
});
