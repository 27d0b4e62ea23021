import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { startSession } from '../domain/accounts/sessions.ts';
import { checkPassword } from '../domain/logins/check-password.ts';
import { manualClock } from '../platform/clock.ts';

/** The default of `SessionDays`. */
const SESSION_SECONDS = 30 * 86_400;

describe.each(databaseKinds)('sessions on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock });
  });
  afterAll(() => gateway.close());

  const login = (headers: Record<string, string> = {}) =>
    gateway.visitor.call(
      'POST',
      '/api/user/login',
      { username: 'root', password: '123456' },
      headers,
    );

  test('a login creates a new credential, whatever the browser sent along', async () => {
    const planted = 'a'.repeat(43);
    const { body, headers } = await login({ cookie: `session=${planted}` });
    const cookie = headers.getSetCookie()[0] ?? '';
    expect(cookie).toBe(
      `session=${String(body.data.token)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SESSION_SECONDS}`,
    );
    expect(body.data.token).not.toBe(planted);
    const byPlanted = { cookie: `session=${planted}` };
    expect((await gateway.visitor.call('GET', '/api/user/self', undefined, byPlanted)).status).toBe(
      401,
    );
  });

  test('the username and the linked email address both sign in, in any letter case', async () => {
    const { id } = await gateway.user({ name: 'Mailer' });
    const mail = 'Me@Example.org';
    await gateway.app.domain.store.db
      .updateTable('users')
      .set({ email: mail, email_lower: mail.toLowerCase() })
      .where('id', '=', id)
      .execute();
    for (const name of ['mailer', 'MAILER', 'me@example.org', ' ME@EXAMPLE.ORG '])
      expect([name, (await gateway.login(name, 'password1')).id]).toEqual([name, id]);
  });

  test('behind a proxy that terminates TLS the cookie is Secure', async () => {
    const { headers } = await login({ 'x-forwarded-proto': 'https' });
    expect(headers.get('set-cookie')).toMatch(/; Secure$/);
  });

  test('the database stores no usable credential', async () => {
    const { body } = await login();
    const rows = await gateway.app.domain.store.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(body.data.token);
  });

  test('a login in progress when the password changed, or the user was disabled, starts no session', async () => {
    const { domain } = gateway.app;
    const person = await gateway.user({ name: 'hurried' });
    const seen = await checkPassword(domain, 'hurried', 'password1');
    const change = { password: 'password2', original_password: 'password1' };
    expect((await person.call('PUT', '/api/user/self', change)).body.success).toBe(true);
    const from = { address: '127.0.0.1', userAgent: 'test' };
    await expect(startSession(domain, seen, from)).rejects.toThrow('login_failed');
    const present = await checkPassword(domain, 'hurried', 'password2');
    await gateway.root.call('POST', '/api/user/manage', { id: person.id, action: 'disable' });
    await expect(startSession(domain, present, from)).rejects.toThrow('login_failed');
  });

  test('two concurrent first logins of an imported user both succeed', async () => {
    const { id } = await gateway.user({ name: 'imported' });
    const hash = await bcrypt.hash('password1', 4);
    await gateway.app.domain.store.db
      .updateTable('users')
      .set({ password_hash: hash })
      .where('id', '=', id)
      .execute();
    const enter = async () => (await gateway.login('imported', 'password1')).id;
    expect(await Promise.all([enter(), enter(), enter()])).toEqual([id, id, id]);
  });

  test('an unknown name is refused no sooner than an account with an imported hash', async () => {
    const begun = performance.now();
    const refused = checkPassword(gateway.app.domain, 'nobody-at-all', 'password1');
    await expect(refused).rejects.toThrow('login_failed');
    // Far above the duration of its own hash, and below the delay of both.
    expect(performance.now() - begun).toBeGreaterThan(190);
  });

  test('a logout ends this session and no other, and deletes the cookie', async () => {
    const [one, other] = [await gateway.login('root', '123456'), await login()];
    const { headers } = await one.call('GET', '/api/user/logout');
    expect(headers.get('set-cookie')).toMatch(/^session=; .*Max-Age=0/);
    expect((await one.call('GET', '/api/user/self')).status).toBe(401);
    const byOther = { authorization: `Bearer ${String(other.body.data.token)}` };
    expect((await gateway.visitor.call('GET', '/api/user/self', undefined, byOther)).status).toBe(
      200,
    );
  });

  test('a session ends 30 days after its login, used or not', async () => {
    const person = await gateway.login('root', '123456');
    clock.advance((SESSION_SECONDS - 1) * 1000);
    expect((await person.call('GET', '/api/user/self')).status).toBe(200);
    clock.advance(1000);
    expect((await person.call('GET', '/api/user/self')).status).toBe(401);
  });
});
