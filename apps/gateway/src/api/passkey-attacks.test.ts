import { allEndpoints, minimumRole } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Ceremony,
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '../../test-support/software-authenticator.ts';
import {
  type ApiResponse,
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { testOnce } from '../../test-support/test-once.ts';
import { manualClock } from '../platform/clock.ts';

const PASSWORD = 'password1';
const SITE = { origin: 'https://console.example.com', rpId: 'console.example.com' };

/** What a phishing page, a stolen device or a tampered browser would send. */
const LIES: Array<[string, Partial<Ceremony>]> = [
  ['another origin', { origin: 'https://console.example.com.evil.test' }],
  ['the same host over http', { origin: 'http://console.example.com' }],
  ['another RP id', { rpId: 'evil.test' }],
  ['the RP id of the domain above', { rpId: 'example.com' }],
  ['a challenge of somebody else', { challenge: 'bm90LXRoZS1jaGFsbGVuZ2U' }],
  ['no challenge', { challenge: '' }],
  ['a user who was not verified', { isUserVerified: false }],
];

interface Begun {
  challenge: string;
  cookie: string;
  options: Record<string, unknown>;
}

const cookieOf = ({ headers }: ApiResponse) =>
  (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

describe.each(databaseKinds)('attacks on passkeys on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock: manualClock(Date.UTC(2026, 0, 1)) });
    await gateway.setOption('ServerAddress', SITE.origin);
  });
  afterAll(() => gateway.close());

  const begin = async (who: Client, path: string): Promise<Begun> => {
    const answer = await who.call('POST', path);
    const { challenge, options } = answer.body.data as unknown as Omit<Begun, 'cookie'>;
    return { challenge, options, cookie: cookieOf(answer) };
  };
  const add = (
    who: Client,
    { challenge, cookie }: Pick<Begun, 'challenge' | 'cookie'>,
    response: unknown,
  ) => who.call('POST', '/api/user/passkey', { challenge, name: 'Laptop', response }, { cookie });
  const owner = async (options: { counts?: boolean } = {}) => {
    const person = await gateway.user();
    const device = createSoftwareAuthenticator(SITE, options);
    const begun = await begin(person, '/api/user/passkey/options');
    expect((await add(person, begun, device.attest(begun.options))).body.success).toBe(true);
    const { body } = await person.call('GET', '/api/user/self');
    return { person, device, name: body.data.username as string };
  };
  const beginLogin = () => begin(gateway.visitor, '/api/user/login/passkey/options');
  /** Starts a login with the right password, which then awaits the passkey. */
  const firstStep = async (username: string): Promise<Begun> => {
    const answer = await gateway.visitor.call('POST', '/api/user/login', {
      username,
      password: PASSWORD,
    });
    const step = answer.body.second_factor as { challenge: string; passkey: Begun['options'] };
    return { challenge: step.challenge, options: step.passkey, cookie: cookieOf(answer) };
  };
  const sendTo =
    (path: string, who = () => gateway.visitor) =>
    ({ challenge, cookie }: Pick<Begun, 'challenge' | 'cookie'>, response: unknown) =>
      who().call('POST', path, { challenge, response }, { cookie });
  const finishLogin = sendTo('/api/user/login/passkey');
  const finishSecondStep = sendTo('/api/user/login/second_factor/passkey');
  const expectRefused = ({ body, headers }: ApiResponse, code: string) => {
    expect([body.success, body.code]).toEqual([false, code]);
    expect(headers.get('set-cookie') ?? '').not.toContain('session=');
  };
  const expectSignedIn = ({ body, headers }: ApiResponse, name: string) => {
    expect(body.data).toMatchObject({ username: name });
    expect(headers.get('set-cookie')).toMatch(/^session=/);
  };

  test.each(LIES)('a passkey created for %s is not added', async (_what, lies) => {
    const person = await gateway.user();
    const begun = await begin(person, '/api/user/passkey/options');
    const device = createSoftwareAuthenticator(SITE);
    expectRefused(await add(person, begun, device.attest(begun.options, lies)), 'passkey_failed');
    expect((await person.call('GET', '/api/user/security')).body.data.passkeys).toEqual([]);
  });

  test('a passkey that an administrator adds or removes is in the audit log', async () => {
    const admin = await gateway.user({ role: 10 });
    const begun = await begin(admin, '/api/user/passkey/options');
    await add(admin, begun, createSoftwareAuthenticator(SITE).attest(begun.options));
    const { data } = (await admin.call('GET', '/api/user/security')).body;
    const [{ id }] = data.passkeys as [{ id: number }];
    expect((await admin.call('DELETE', `/api/user/passkey/${id}`)).body.success).toBe(true);
    const path = `/api/audit/?actor=${admin.id}`;
    const entries = (await gateway.root.call('GET', path)).body.data.items;
    expect((entries as { action: string }[]).map(({ action }) => action)).toEqual([
      'removePasskey',
      'addPasskey',
    ]);
  });

  test.each(LIES)('a passkey that signed for %s logs nobody in', async (_what, lies) => {
    const { device, name } = await owner();
    const alone = await beginLogin();
    expectRefused(await finishLogin(alone, device.assert(alone.options, lies)), 'passkey_failed');
    const second = await firstStep(name);
    expectRefused(
      await finishSecondStep(second, device.assert(second.options, lies)),
      'passkey_failed',
    );
    // The same device with an honest response.
    expectSignedIn(await finishLogin(alone, device.assert(alone.options)), name);
    expectSignedIn(await finishSecondStep(second, device.assert(second.options)), name);
  });

  test('a challenge with which a login was completed completes no other', async () => {
    const { device, name } = await owner();
    const begun = await beginLogin();
    expectSignedIn(await finishLogin(begun, device.assert(begun.options)), name);
    expectRefused(await finishLogin(begun, device.assert(begun.options)), 'login_step_expired');
  });

  test('a signed response of a passkey is valid for no later challenge', async () => {
    const { device, name } = await owner({ counts: false });
    const first = await beginLogin();
    const response = device.assert(first.options);
    expectSignedIn(await finishLogin(first, response), name);
    expectRefused(await finishLogin(first, response), 'login_step_expired');
    expectRefused(await finishLogin(await beginLogin(), response), 'passkey_failed');
    expectRefused(await finishSecondStep(await firstStep(name), response), 'passkey_failed');
  });

  test.each([1, 0])(
    'a passkey whose counter does not increase, at %i, logs nobody in: it is a copy',
    async (counter) => {
      const { device, name } = await owner();
      const first = await beginLogin();
      expectSignedIn(await finishLogin(first, device.assert(first.options)), name);
      const copy = await beginLogin();
      expectRefused(
        await finishLogin(copy, device.assert(copy.options, { counter })),
        'passkey_failed',
      );
    },
  );

  test.each([true, false])(
    'of one passkey response sent three times concurrently, exactly one logs in (a device that counts: %s)',
    async (counts) => {
      const { device } = await owner({ counts });
      const begun = await beginLogin();
      const response = device.assert(begun.options);
      const answers = await Promise.all([1, 2, 3].map(() => finishLogin(begun, response)));
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
      expect(
        answers.filter(({ headers }) => headers.get('set-cookie')?.startsWith('session=')),
      ).toHaveLength(1);
    },
  );

  test("another user's passkey completes no login of this user, confirms none of their sessions and is not added twice", async () => {
    const victim = await owner();
    const thief = await owner();
    const login = await firstStep(victim.name);
    expectRefused(
      await finishSecondStep(login, thief.device.assert(login.options)),
      'passkey_failed',
    );
    const finishConfirmation = sendTo('/api/user/confirm/passkey', () => victim.person);
    const confirmation = await begin(victim.person, '/api/user/confirm/passkey/options');
    expectRefused(
      await finishConfirmation(confirmation, thief.device.assert(confirmation.options)),
      'passkey_failed',
    );
    const addition = await begin(thief.person, '/api/user/passkey/options');
    expectRefused(
      await add(thief.person, addition, victim.device.attest(addition.options)),
      'passkey_taken',
    );
  });

  test("a key that claims to be another's credential logs nobody in", async () => {
    const victim = await owner();
    const forger: SoftwareAuthenticator = createSoftwareAuthenticator(SITE);
    const begun = await beginLogin();
    const { credentialId } = victim.device;
    expectRefused(
      await finishLogin(begun, forger.assert(begun.options, { credentialId, counter: 9 })),
      'passkey_failed',
    );
  });

  test('a challenge is valid only for its purpose and the user who started it', async () => {
    const { person, device } = await owner();
    const other = await gateway.user();
    const confirmation = await begin(person, '/api/user/confirm/passkey/options');
    const signed = device.assert(confirmation.options);
    for (const finish of [finishLogin, finishSecondStep])
      expectRefused(await finish(confirmation, signed), 'login_step_expired');
    const addition = await begin(person, '/api/user/passkey/options');
    const made = createSoftwareAuthenticator(SITE).attest(addition.options);
    expectRefused(await add(other, addition, made), 'login_step_expired');
  });

  test('a passkey completes a login only in the browser that started it', async () => {
    const { device, name } = await owner();
    const [alone, elsewhere] = [await beginLogin(), await beginLogin()];
    const second = await firstStep(name);
    for (const cookie of [elsewhere.cookie, '']) {
      const response = device.assert(alone.options);
      expectRefused(await finishLogin({ ...alone, cookie }, response), 'login_step_expired');
      const answer = device.assert(second.options);
      expectRefused(await finishSecondStep({ ...second, cookie }, answer), 'login_step_expired');
    }
  });

  const once = testOnce(kind);

  // Every endpoint asks the same function, which no database changes.
  once('a login that awaits its second factor opens no endpoint that requires a user', async () => {
    const { name, person } = await owner();
    const { challenge, cookie } = await firstStep(name);
    const browser = cookie.slice('login_step='.length);
    const guises: Array<Record<string, string>> = [
      { cookie },
      { cookie: `${cookie}; session=${browser}` },
      { cookie, authorization: `Bearer ${challenge}` },
    ];
    const guarded = allEndpoints.filter(({ endpoint }) => minimumRole(endpoint.access) > 0);
    expect(guarded.length).toBeGreaterThan(100);
    const opened: string[] = [];
    for (const { name: endpointName, endpoint } of guarded)
      for (const guise of guises) {
        const path = endpoint.path.replaceAll(/\{\w+\}/g, '1');
        const headers = { ...guise, 'new-api-user': String(person.id) };
        const { status } = await gateway.visitor.call(endpoint.method, path, undefined, headers);
        if (status !== 401) opened.push(`${endpointName} answered ${status}`);
      }
    expect(opened).toEqual([]);
  });
});
