import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

interface Listed {
  id: number;
  browser: string;
  system: string;
  ip: string;
  is_current: boolean;
}

describe.each(databaseKinds)('lists of sessions on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  const list = async (client: { call: TestGateway['root']['call'] }, path = 'sessions') =>
    (await client.call('GET', `/api/user/${path}`)).body.data as unknown as Listed[];
  const status = async (client: { call: TestGateway['root']['call'] }) =>
    (await client.call('GET', '/api/user/self')).status;
  /** A person with three sessions, the last of them in Firefox. */
  const person = async (name: string) => {
    const one = await gateway.user({ name });
    const two = await gateway.login(name, 'password1');
    const three = await gateway.visitor.call(
      'POST',
      '/api/user/login',
      { username: name, password: 'password1' },
      { 'user-agent': FIREFOX },
    );
    expect(three.status).toBe(200);
    return { one, two };
  };

  test('a user sees their own sessions with device and address, and which is the current one', async () => {
    const { one } = await person('lister');
    await gateway.user({ name: 'stranger' });
    const sessions = await list(one);
    expect(sessions).toHaveLength(3);
    expect(sessions.filter((session) => session.is_current)).toHaveLength(1);
    const firefox = sessions.find(({ browser }) => browser === 'Firefox');
    expect(firefox).toMatchObject({ system: 'Linux', is_current: false });
    expect(firefox?.ip).toMatch(/127\.0\.0\.1/);
    expect(JSON.stringify(sessions)).not.toContain('hash');
  });

  test('an ended session gets 401 on its next call, and the others continue', async () => {
    const { one, two } = await person('ender');
    const own = (await list(two)).find((session) => session.is_current);
    await one.call('DELETE', `/api/user/sessions/${own?.id}`);
    expect(await status(two)).toBe(401);
    expect(await status(one)).toBe(200);
    expect(await list(one)).toHaveLength(2);
  });

  test('ending all others keeps the current session', async () => {
    const { one, two } = await person('others');
    await one.call('DELETE', '/api/user/sessions');
    expect([await status(one), await status(two)]).toEqual([200, 401]);
    expect(await list(one)).toHaveLength(1);
  });

  test("nobody ends another user's session by its id", async () => {
    const { one } = await person('victim');
    const thief = await gateway.user({ name: 'thief' });
    const own = (await list(one)).find((session) => session.is_current);
    await thief.call('DELETE', `/api/user/sessions/${own?.id}`);
    expect(await status(one)).toBe(200);
  });

  test('an administrator sees and ends the sessions of users below them, and of nobody else', async () => {
    const { one, two } = await person('managed');
    const admin = await gateway.user({ role: 10, name: 'sessionadmin' });
    const peer = await gateway.user({ role: 10, name: 'sessionpeer' });
    expect(await list(admin, `${one.id}/sessions`)).toHaveLength(3);
    const refused = await admin.call('DELETE', `/api/user/${peer.id}/sessions`);
    expect(refused.body.success).toBe(false);
    expect((await admin.call('GET', `/api/user/${peer.id}/sessions`)).body.success).toBe(false);
    expect(await status(peer)).toBe(200);
    expect((await two.call('GET', `/api/user/${one.id}/sessions`)).status).toBe(403);
    await admin.call('DELETE', `/api/user/${one.id}/sessions`);
    expect([await status(one), await status(two), await status(admin)]).toEqual([401, 401, 200]);
    const entry = await gateway.app.domain.store.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'endSessionsOfUser')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ object_id: String(one.id), object_name: 'managed' });
  });
});
