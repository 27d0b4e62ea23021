import { readdir, readFile } from 'node:fs/promises';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type ApiResponse,
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { takeRecoveryCode } from '../domain/second-factors/recovery-codes.ts';
import { takeTotpCode } from '../domain/second-factors/totp.ts';
import { manualClock } from '../platform/clock.ts';

const PASSWORD = 'password1';

/** One option that administrators may write, and one that only the super admin may. */
const MIXED_OPTIONS = [
  { key: 'Notice', value: 'x' },
  { key: 'TelegramBotToken', value: '1:own' },
];

const NEW_CHANNEL = { type: 1, name: 'own', key: 'sk-own', models: 'gpt-4o', group: 'default' };
const REFUND = { cents: 1, reason: 'Paid twice', request_id: 'request-1', refunded_cents: 0 };
const SETTLEMENT = { refund_id: 1, made: true, reason: 'Seen at the provider' };
const PAYOUT = { amount: 1, account: 'account', idempotency_key: 'a-payout' };

/** Names of the endpoints whose handlers require a confirmed session: whoever adds one must test it here. */
async function readGuarded(): Promise<string[]> {
  const names = await readdir(import.meta.dirname);
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const handlers = await Promise.all(
    sources.map(async (name) => {
      const text = await readFile(`${import.meta.dirname}/${name}`, 'utf8');
      return text.split('implement(endpoints.').slice(1);
    }),
  );
  return handlers
    .flat()
    .filter((text) =>
      /mustBeConfirmed\(|confirmedCaller\(|(requireConfirmedCaller|requireWritable)\(/.test(text),
    )
    .map((text) => /^\w+/.exec(text)?.[0] ?? '')
    .toSorted();
}

describe.each(databaseKinds)('second factors on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock });
  });
  afterAll(() => gateway.close());

  /** Returns the app's current code; advances the time first, so that each code is new. */
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

  const confirm = (person: Client, method: string, secret: string) =>
    person.call('POST', '/api/user/confirm', { method, secret });
  const codesLeft = async (username: string) => {
    const { db } = gateway.app.domain.store;
    const rows = await db
      .selectFrom('recovery_codes')
      .innerJoin('users', 'users.id', 'recovery_codes.user_id')
      .select('code_hash')
      .where('username', '=', username)
      .execute();
    return rows.length;
  };

  test('a login with the password gives no session before a correct code of the app', async () => {
    const { name, secret } = await protectedUser();
    const { body, cookie, step } = await firstStep(name);
    expect([body.data, step.methods]).toEqual([null, ['totp', 'recovery_code']]);
    expect(cookie).toMatch(/^login_step=/);
    // What the incomplete login received signs nobody in, neither as bearer nor as cookie.
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

  test('a code is valid once, in this login and in the next', async () => {
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

  test('a recovery code is valid once, only for its owner, and the database stores none', async () => {
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

  test('new recovery codes invalidate the previous ones: a stolen list logs nobody in', async () => {
    const { person, name, codes } = await protectedUser();
    const { body } = await person.call('POST', '/api/user/recovery_codes');
    const renewed = body.data as unknown as string[];
    expect(new Set([...codes, ...renewed]).size).toBe(20);
    for (const stolen of codes) {
      const { step, cookie } = await firstStep(name);
      expect((await finish(step.challenge, stolen, cookie)).body.code).toBe('second_factor_wrong');
    }
    expect(await codesLeft(name)).toBe(10);
    const { step, cookie } = await firstStep(name);
    expect((await finish(step.challenge, renewed[0] ?? '', cookie)).body.success).toBe(true);
  });

  test("of concurrent logins with one code exactly one succeeds, whether the code is the app's or a recovery code", async () => {
    const { name, secret, codes } = await protectedUser();
    for (const typed of [code(secret), codes[0] ?? '']) {
      const logins = [await firstStep(name), await firstStep(name), await firstStep(name)];
      const answers = await Promise.all(
        logins.map(({ step, cookie }) => finish(step.challenge, typed, cookie)),
      );
      expect(answers.map(({ body }) => body.code ?? 'signed in').toSorted()).toEqual([
        'second_factor_wrong',
        'second_factor_wrong',
        'signed in',
      ]);
      const sessions = answers.filter(({ headers }) =>
        headers.get('set-cookie')?.startsWith('session='),
      );
      expect(sessions).toHaveLength(1);
    }
    expect(await codesLeft(name)).toBe(9);
  });

  test('of many concurrent uses of one code the database accepts exactly one', async () => {
    const { person, secret, codes } = await protectedUser();
    const { domain } = gateway.app;
    const takes: Array<[typeof takeTotpCode, string]> = [
      [takeTotpCode, code(secret)],
      [takeRecoveryCode, codes[0] ?? ''],
    ];
    for (const [take, typed] of takes) {
      const taken = await Promise.all(
        Array.from({ length: 8 }, () => take(domain, person.id, typed)),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
    }
  });

  test('a code that logged in confirms no session, and one that confirmed a session logs nobody in', async () => {
    const { person, name, secret } = await protectedUser();
    const login = await firstStep(name);
    const spent = code(secret);
    expect((await finish(login.step.challenge, spent, login.cookie)).body.success).toBe(true);
    expect((await confirm(person, 'totp', spent)).body.code).toBe('confirmation_failed');
    const next = code(secret);
    expect((await confirm(person, 'totp', next)).body.success).toBe(true);
    const later = await firstStep(name);
    expect((await finish(later.step.challenge, next, later.cookie)).body.code).toBe(
      'second_factor_wrong',
    );
  });

  test("a login's second step works only in the browser that started it, within minutes and five attempts", async () => {
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

  test('a new password ends logins that await a second factor', async () => {
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

  test('after a quarter of an hour a session must be confirmed again before it creates an access token, changes a factor, a role or a channel key, imports or refunds', async () => {
    const { person, secret } = await protectedUser();
    const [target, channel] = [await gateway.user(), await gateway.channel({})];
    const weChat = { WeChatServerAddress: 'https://codes.example', WeChatServerToken: 'token' };
    for (const [key, value] of Object.entries({ ...weChat, WeChatAuthEnabled: 'true' }))
      await gateway.setOption(key, value);
    clock.advance(15 * 60_000);
    const [root, response] = [gateway.root, {}];
    const newAdmin = { username: 'newadmin', password: PASSWORD, role: 10 };
    const guarded: Record<string, () => Promise<ApiResponse>> = {
      createAccessToken: () => person.call('GET', '/api/user/token'),
      exportOwnData: () => person.call('GET', '/api/user/self/data'),
      deleteSelf: () => person.call('DELETE', '/api/user/self'),
      beginTotp: () => person.call('POST', '/api/user/totp/setup'),
      confirmTotp: () => person.call('POST', '/api/user/totp/confirm', { code: '000000' }),
      removeTotp: () => person.call('DELETE', '/api/user/totp'),
      renewRecoveryCodes: () => person.call('POST', '/api/user/recovery_codes'),
      beginPasskey: () => person.call('POST', '/api/user/passkey/options'),
      addPasskey: () =>
        person.call('POST', '/api/user/passkey', { challenge: 'x', name: 'Laptop', response }),
      removePasskey: () => person.call('DELETE', '/api/user/passkey/1'),
      bindEmail: () => person.call('GET', '/api/oauth/email/bind?email=a@example.org&code=123456'),
      beginOauth: () => person.call('GET', '/api/oauth/state'),
      signInWithProvider: () => person.call('GET', '/api/oauth/wechat?code=123456'),
      signInWithWidget: () => person.call('GET', '/api/oauth/telegram/login?id=1&hash=x'),
      unlinkIdentity: () => person.call('DELETE', '/api/user/self/identities/github'),
      unlinkIdentityOfUser: () => root.call('DELETE', `/api/user/${target.id}/identities/github`),
      removeSecondFactors: () => root.call('DELETE', `/api/user/${target.id}/second_factors`),
      createUser: () => root.call('POST', '/api/user/', newAdmin),
      updateUser: () => root.call('PUT', '/api/user/', { id: target.id, password: PASSWORD }),
      updateOption: () =>
        root.call('PUT', '/api/option/', { key: 'SMTPServer', value: 'x.example' }),
      updateOptions: () => root.call('POST', '/api/option/batch', { options: MIXED_OPTIONS }),
      clearSecret: () => root.call('DELETE', '/api/option/secrets/SMTPToken'),
      manageUser: () => root.call('POST', '/api/user/manage', { id: target.id, action: 'promote' }),
      createChannel: () =>
        root.call('POST', '/api/channel/', { ...NEW_CHANNEL, base_url: 'https://own.example' }),
      requestPayout: () => person.call('POST', '/api/user/agent/payouts', PAYOUT),
      updateChannel: () => root.call('PUT', '/api/channel/', { id: channel.id, key: 'sk-a' }),
      createScopedToken: () =>
        person.call('POST', '/api/user/access_tokens', { name: 'x', scopes: ['logs:read'] }),
      applyConfiguration: () =>
        root.call('POST', '/api/configuration/apply', { channels: [], options: [], plan: '' }),
      addChannelKeys: () =>
        root.call('POST', '/api/channel/keys', { id: channel.id, keys: 'sk-a' }),
      removeChannelKey: () =>
        root.call('POST', '/api/channel/keys/remove', { id: channel.id, fingerprint: 'x' }),
      uploadImport: () => root.call('POST', '/api/import/upload'),
      startImport: () => root.call('POST', '/api/import/start', {}),
      readPayload: () => root.call('GET', '/api/payload/x'),
      replayPayload: () => root.call('POST', '/api/payload/x/replay', { channel: channel.id }),
      setPayloadLog: () => root.call('PUT', '/api/token/1/payload_log', { on: true }),
      refundAtProvider: () => root.call('POST', '/api/order/1/provider-refund', REFUND),
      settleRefund: () => root.call('POST', '/api/order/1/provider-refund/settle', SETTLEMENT),
    };
    expect(Object.keys(guarded).toSorted()).toEqual(await readGuarded());
    for (const [name, call] of Object.entries(guarded)) {
      const { status, body } = await call();
      expect([name, status, body.code]).toEqual([name, 403, 'confirmation_required']);
    }
    expect((await confirm(person, 'totp', '000000')).body.code).toBe('confirmation_failed');
    expect((await confirm(person, 'totp', code(secret))).body.success).toBe(true);
    expect((await person.call('GET', '/api/user/token')).body.success).toBe(true);
    await confirm(gateway.root, 'password', '123456');
    expect(
      (await gateway.root.call('POST', '/api/user/manage', { id: target.id, action: 'promote' }))
        .body.success,
    ).toBe(true);
  });

  test('a password alone confirms no session of a user with a second factor; a recovery code does, once', async () => {
    const { person, codes } = await protectedUser();
    const methods = async (who: Client) =>
      (await who.call('GET', '/api/user/security')).body.data.methods;
    clock.advance(15 * 60_000);
    expect(await methods(person)).toEqual(['totp', 'recovery_code']);
    for (const typed of [PASSWORD, 'wrong'])
      expect((await confirm(person, 'password', typed)).body.code).toBe(
        'confirmation_needs_factor',
      );
    expect((await person.call('GET', '/api/user/token')).body.code).toBe('confirmation_required');
    const [spent = ''] = codes;
    expect((await confirm(person, 'recovery_code', spent)).body.success).toBe(true);
    expect((await person.call('GET', '/api/user/token')).body.success).toBe(true);
    expect((await confirm(person, 'recovery_code', spent)).body.code).toBe('confirmation_failed');
    const plain = await gateway.user();
    expect(await methods(plain)).toEqual(['password']);
    expect((await confirm(plain, 'password', 'wrong')).body.code).toBe('confirmation_failed');
    expect((await confirm(plain, 'recovery_code', spent)).body.code).toBe('confirmation_failed');
    expect((await confirm(plain, 'password', PASSWORD)).body.success).toBe(true);
  });

  test("a system access token cannot change its user's factors", async () => {
    const person = await gateway.user();
    const token = (await person.call('GET', '/api/user/token')).body.data as unknown as string;
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/api/user/totp/setup', '/api/user/passkey/options'])
      expect((await person.call('POST', path, undefined, headers)).body.code).toBe(
        'session_required',
      );
  });

  test('the app is off again after its user removes it, together with its recovery codes', async () => {
    const { person, name, secret } = await protectedUser();
    await confirm(person, 'totp', code(secret));
    expect((await person.call('DELETE', '/api/user/totp')).body.success).toBe(true);
    expect((await firstStep(name)).body.data).toMatchObject({ username: name });
    const { body } = await person.call('GET', '/api/user/security');
    expect(body.data).toMatchObject({ totp: false, recovery_codes_left: 0, methods: ['password'] });
  });

  test('an administrator resets the factors of a user who lost the app, only below their own role, and the audit log names both', async () => {
    const { person, name } = await protectedUser();
    const admin = await gateway.user({ role: 10 });
    const boss = await protectedUser({ role: 10 });
    const free = (id: number) => admin.call('DELETE', `/api/user/${id}/second_factors`);
    expect((await free(boss.person.id)).body.code).toBe('cannot_update_same_or_higher');
    expect((await free(person.id)).body.success).toBe(true);
    const audit = await gateway.root.call('GET', `/api/audit/?subject=user&object_id=${person.id}`);
    expect((audit.body.data.items as unknown[])[0]).toMatchObject({
      action: 'removeSecondFactors',
      actor_id: admin.id,
      object_name: name,
      changes: [{ field: 'totp', from: 'true', to: 'false' }],
    });
    expect((await firstStep(name)).body.data).toMatchObject({ username: name });
    expect((await person.call('GET', '/api/user/self')).status).toBe(401);
  });

  test('if administrators need a second factor, one without cannot administer anything until it is set up', async () => {
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
