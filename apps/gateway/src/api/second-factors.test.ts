import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { manualClock } from '../platform/clock.ts';

const PASSWORD = 'password1';

describe.each(databaseKinds)('second factors on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock });
  });
  afterAll(() => gateway.close());

  /** The app of a secret, as it shows codes now; time goes on first, so that each code is new. */
  const code = (secret: string) => {
    clock.advance(30_000);
    return new TOTP({ secret }).generate({ timestamp: clock.nowMs() });
  };
  const protectedUser = async (options: { role?: 1 | 10 } = {}) => {
    const person = await gateway.user(options);
    const { body } = await person.call('POST', '/api/user/totp/setup');
    const secret = body.data.secret as string;
    const confirmed = await person.call('POST', '/api/user/totp/confirm', { code: code(secret) });
    const self = await person.call('GET', '/api/user/self');
    return {
      person,
      secret,
      name: self.body.data.username as string,
      codes: confirmed.body.data as unknown as string[],
    };
  };
  const firstStep = async (username: string) => {
    const { body, headers } = await gateway.visitor.call('POST', '/api/user/login', {
      username,
      password: PASSWORD,
    });
    const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return { body, cookie, step: body.second_factor as { challenge: string; methods: string[] } };
  };
  const finish = (challenge: string, typed: string, cookie: string) =>
    gateway.visitor.call(
      'POST',
      '/api/user/login/second_factor',
      { challenge, code: typed },
      { cookie },
    );

  test('a login with the password gives no session before a code of the app was right', async () => {
    const { name, secret } = await protectedUser();
    const { body, cookie, step } = await firstStep(name);
    expect([body.data, step.methods]).toEqual([null, ['totp', 'recovery_code']]);
    expect(cookie).toMatch(/^login_step=/);
    // What the half login was given signs nobody in, as a bearer or as a cookie.
    for (const text of [step.challenge, cookie.slice('login_step='.length)]) {
      const bearer = { authorization: `Bearer ${text}` };
      const session = { cookie: `session=${text}` };
      for (const headers of [bearer, session])
        expect(
          (await gateway.visitor.call('GET', '/api/user/self', undefined, headers)).status,
        ).toBe(401);
    }
    const done = await finish(step.challenge, code(secret), cookie);
    expect(done.body.data.username).toBe(name);
    expect(done.headers.get('set-cookie')).toMatch(/^session=/);
  });

  test('a code is good once, in this login and in the next', async () => {
    const { name, secret } = await protectedUser();
    const first = await firstStep(name);
    const typed = code(secret);
    expect((await finish(first.step.challenge, typed, first.cookie)).body.success).toBe(true);
    const again = await finish(first.step.challenge, typed, first.cookie);
    expect(again.body.code).toBe('login_step_expired');
    const second = await firstStep(name);
    expect((await finish(second.step.challenge, typed, second.cookie)).body.code).toBe(
      'second_factor_wrong',
    );
  });

  test('a recovery code is good once, for its owner alone, and the database holds none', async () => {
    const { name, codes } = await protectedUser();
    const other = await protectedUser();
    const [recovery = ''] = codes;
    expect(codes).toHaveLength(10);
    const rows = await gateway.app.domain.store.db
      .selectFrom('recovery_codes')
      .selectAll()
      .execute();
    expect(JSON.stringify(rows)).not.toContain(recovery);
    const stolen = await firstStep(other.name);
    expect((await finish(stolen.step.challenge, recovery, stolen.cookie)).body.code).toBe(
      'second_factor_wrong',
    );
    const first = await firstStep(name);
    const typed = ` ${recovery.toUpperCase().replace('-', ' ')} `;
    expect((await finish(first.step.challenge, typed, first.cookie)).body.success).toBe(true);
    const second = await firstStep(name);
    expect((await finish(second.step.challenge, recovery, second.cookie)).body.code).toBe(
      'second_factor_wrong',
    );
  });

  test('a login takes its second step in the browser that began it, within minutes and five tries', async () => {
    const { name, secret } = await protectedUser();
    const one = await firstStep(name);
    const other = await firstStep(name);
    const elsewhere = await finish(one.step.challenge, code(secret), other.cookie);
    expect(elsewhere.body.code).toBe('login_step_expired');
    for (let left = 5; left > 0; left -= 1)
      expect((await finish(other.step.challenge, '000000', other.cookie)).body.code).toBe(
        'second_factor_wrong',
      );
    expect((await finish(other.step.challenge, code(secret), other.cookie)).body.code).toBe(
      'login_step_expired',
    );
    const late = await firstStep(name);
    clock.advance(300_000);
    expect((await finish(late.step.challenge, code(secret), late.cookie)).body.code).toBe(
      'login_step_expired',
    );
  });

  test('a new password ends the logins that wait for a second proof', async () => {
    const { name, secret, person } = await protectedUser();
    const { step, cookie } = await firstStep(name);
    await person.call('PUT', '/api/user/self', {
      password: 'password2',
      original_password: PASSWORD,
    });
    expect((await finish(step.challenge, code(secret), cookie)).body.code).toBe(
      'login_step_expired',
    );
  });

  const confirm = (person: Client, method: string, secret: string) =>
    person.call('POST', '/api/user/confirm', { method, secret });

  test('after a quarter of an hour a session proves itself again before it makes an access token, changes a factor or a role', async () => {
    const { person, secret } = await protectedUser();
    const target = await gateway.user();
    clock.advance(15 * 60_000);
    const guarded = [
      () => person.call('GET', '/api/user/token'),
      () => person.call('DELETE', '/api/user/totp'),
      () => person.call('POST', '/api/user/recovery_codes'),
      () => person.call('DELETE', '/api/user/self'),
      () => gateway.root.call('POST', '/api/user/manage', { id: target.id, action: 'promote' }),
      () =>
        gateway.root.call('POST', '/api/user/', {
          username: 'newadmin',
          password: PASSWORD,
          role: 10,
        }),
      () => gateway.root.call('POST', '/api/channel/keys', { id: 1, keys: 'sk-a' }),
    ];
    for (const call of guarded.slice(0, 6)) {
      const { status, body } = await call();
      expect([status, body.code]).toEqual([403, 'confirmation_required']);
    }
    expect((await confirm(person, 'password', 'wrong')).body.code).toBe('confirmation_failed');
    expect((await confirm(person, 'totp', '000000')).body.code).toBe('confirmation_failed');
    expect((await confirm(person, 'totp', code(secret))).body.success).toBe(true);
    expect((await person.call('GET', '/api/user/token')).body.success).toBe(true);
    await confirm(gateway.root, 'password', '123456');
    expect(
      (await gateway.root.call('POST', '/api/user/manage', { id: target.id, action: 'promote' }))
        .body.success,
    ).toBe(true);
  });

  test('a system access token changes no factor of its user', async () => {
    const person = await gateway.user();
    const token = (await person.call('GET', '/api/user/token')).body.data as unknown as string;
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/api/user/totp/setup', '/api/user/passkey/options'])
      expect((await person.call('POST', path, undefined, headers)).body.code).toBe(
        'session_required',
      );
  });

  test('the app is off again after its user removed it, and its recovery codes with it', async () => {
    const { person, name, secret } = await protectedUser();
    await confirm(person, 'totp', code(secret));
    expect((await person.call('DELETE', '/api/user/totp')).body.success).toBe(true);
    expect((await firstStep(name)).body.data).toMatchObject({ username: name });
    const { body } = await person.call('GET', '/api/user/security');
    expect(body.data).toMatchObject({ totp: false, recovery_codes_left: 0, methods: ['password'] });
  });

  test('an administrator frees a user who lost the app, and only below the own role', async () => {
    const { person, name } = await protectedUser();
    const admin = await gateway.user({ role: 10 });
    const boss = await protectedUser({ role: 10 });
    const free = (id: number) => admin.call('DELETE', `/api/user/${id}/second_factors`);
    expect((await free(boss.person.id)).body.code).toBe('cannot_update_same_or_higher');
    expect((await free(person.id)).body.success).toBe(true);
    expect((await firstStep(name)).body.data).toMatchObject({ username: name });
    expect((await person.call('GET', '/api/user/self')).status).toBe(401);
  });

  test('where administrators need a second factor, one without administers nothing until it is set up', async () => {
    const admin = await gateway.user({ role: 10 });
    const { root } = gateway;
    await confirm(root, 'password', '123456');
    const demand = () =>
      root.call('PUT', '/api/option/', { key: 'AdminSecondFactorRequired', value: 'true' });
    expect((await demand()).body.code).toBe('second_factor_missing');
    const { body } = await root.call('POST', '/api/user/totp/setup');
    const secret = body.data.secret as string;
    await root.call('POST', '/api/user/totp/confirm', { code: code(secret) });
    expect((await demand()).body.success).toBe(true);
    expect((await root.call('GET', '/api/user/')).status).toBe(200);
    const refused = await admin.call('GET', '/api/user/');
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_required']);
    expect((await admin.call('GET', '/api/user/self')).status).toBe(200);
    const own = (await admin.call('POST', '/api/user/totp/setup')).body.data.secret as string;
    await admin.call('POST', '/api/user/totp/confirm', { code: code(own) });
    expect((await admin.call('GET', '/api/user/')).status).toBe(200);
  });
});
