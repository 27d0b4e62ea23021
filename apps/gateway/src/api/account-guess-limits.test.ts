import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailScene, startMailScene } from '../../test-support/mail-scene.ts';
import { createKeyring } from '../platform/keyring.ts';
import { createRateLimits } from './rate-limits.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

const ENV = {
  RATE_LIMIT: 'on',
  LOGIN_RATE_LIMIT: '4/1200',
  API_RATE_LIMIT: '9999/60',
  TRUSTED_PROXIES: '127.0.0.1',
};
/** Attempts that all strangers have together per account: three times those of an address. */
const STRANGERS = 12;

let addresses = 0;
/** Each call comes from its own address, so that no limit per address is reached. */
const elsewhere = () => {
  addresses += 1;
  return { 'x-forwarded-for': `192.0.${addresses >> 8}.${addresses & 255}` };
};

const toFullWidth = (letter: string) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0);

// The limits are kept in memory or Redis: no database has a part in them.
describe('an attacker who guesses the password of one account from many addresses', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ env: ENV });
  });
  afterAll(() => gateway.close());

  const login = async (username: string, password: string, cookie = '') => {
    const headers = { ...elsewhere(), ...(cookie === '' ? {} : { cookie }) };
    const path = '/api/user/login';
    const answer = await gateway.visitor.call('POST', path, { username, password }, headers);
    const cookies = answer.headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
    const device = cookies.find((text) => text.startsWith('known_device=')) ?? '';
    const { code = 'done', attempts_left: left, retry_after: wait } = answer.body;
    return { code, status: answer.status, device, left, wait };
  };
  const person = async (username: string) => {
    await gateway.user({ name: username });
    return { username };
  };
  /** Makes this many wrong guesses concurrently and then one more; returns their codes. */
  const attack = async (username: string) => {
    const guess = async (index: number) => (await login(username, `wrong-${index}`)).code;
    const codes = await Promise.all(Array.from({ length: STRANGERS }, (_, index) => guess(index)));
    return [...codes, await guess(STRANGERS)];
  };

  test('is told after a wrong guess how many are left, whether the name exists or not, and finally until when to wait', async () => {
    const owner = await person('told');
    // Every address is new, and its own limit would leave one attempt fewer.
    const each = [...Array(9).fill(3), 2, 1, 0] as number[];
    for (const name of [owner.username, 'nobody-at-all']) {
      const guesses = [];
      for (let guess = 0; guess < STRANGERS; guess += 1)
        guesses.push(await login(name, `wrong-${guess}`));
      expect(guesses.map(({ code, left }) => [code, left])).toEqual(
        each.map((left) => ['login_failed', left]),
      );
      const { code, wait } = await login(name, 'wrong');
      expect([code, Number(wait) > 0]).toEqual(['too_many_requests', true]);
    }
  });

  test("is stopped, while the owner's browser can still log in", async () => {
    const owner = await person('owner');
    const { device } = await login(owner.username, 'password1');
    const codes = await attack(owner.username);
    expect(codes.slice(0, STRANGERS)).toEqual(Array(STRANGERS).fill('login_failed'));
    expect(codes.at(-1)).toBe('too_many_requests');
    // Even a correct guess is refused: otherwise it would be recognizable.
    expect(await login(owner.username, 'password1')).toMatchObject({ status: 429 });
    expect(await login(owner.username, 'password1', device)).toMatchObject({ code: 'done' });
  });

  test('gets no more guesses by spellings of the name that lead to the same account', async () => {
    const { username } = await person('wide');
    // Full-width letters are folded to plain ones, so that each of these finds the account.
    const spellings = Array.from({ length: STRANGERS + 1 }, (_, index) =>
      [...username]
        .map((letter, place) => ((index >> place) & 1 ? toFullWidth(letter) : letter))
        .join(''),
    );
    const codes: unknown[] = [];
    for (const name of spellings) codes.push((await login(name, 'wrong')).code);
    expect(codes).toEqual([...Array(STRANGERS).fill('login_failed'), 'too_many_requests']);
  });

  test('leaves a browser known that logged in with another spelling of the name', async () => {
    const { username } = await person('spelt');
    const { device } = await login(username.replace('s', toFullWidth('s')), 'password1');
    await attack(username);
    const other = username.replace('p', toFullWidth('p'));
    expect(await login(other, 'password1', device)).toMatchObject({ code: 'done' });
  });

  test('cannot use the cookie of another account, nor a forged one', async () => {
    const victim = await person('victim');
    const attacker = await person('attack');
    const { device } = await login(attacker.username, 'password1');
    await attack(victim.username);
    const [id, ...proofs] = device.slice('known_device='.length).split('.');
    for (const cookie of [device, `known_device=x.${proofs.join('.')}`, `known_device=${id}`])
      expect((await login(victim.username, 'password1', cookie)).code).toBe('too_many_requests');
  });

  test('has only the usual number of attempts with a stolen known browser', async () => {
    const owner = await person('stolen');
    const { device } = await login(owner.username, 'password1');
    const codes: string[] = [];
    for (let guess = 0; guess < 5; guess += 1)
      codes.push((await login(owner.username, 'wrong', device)).code);
    expect(codes).toEqual([...Array<string>(4).fill('login_failed'), 'too_many_requests']);
  });

  test('has a limited number of guesses at second-factor codes, over any number of logins and addresses', async () => {
    const username = 'factor';
    const owner = await gateway.user({ name: username });
    const { secret } = (await owner.call('POST', '/api/user/totp/setup')).body.data;
    const code = new TOTP({ secret: String(secret) }).generate();
    const { body } = await owner.call('POST', '/api/user/totp/confirm', { code });
    const [recovery = ''] = body.data as unknown as string[];
    const guess = async (typed: string) => {
      const proof = { username, password: 'password1' };
      const first = await gateway.visitor.call('POST', '/api/user/login', proof, elsewhere());
      const { challenge } = first.body.second_factor as { challenge: string };
      const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      const path = '/api/user/login/second_factor';
      const headers = { ...elsewhere(), cookie };
      const step = { challenge, code: typed };
      return (await gateway.visitor.call('POST', path, step, headers)).body.code;
    };
    const codes: unknown[] = [];
    for (let tried = 0; tried < 5; tried += 1) codes.push(await guess(`wrong-${tried}`));
    expect(codes).toEqual([...Array<string>(4).fill('second_factor_wrong'), 'too_many_requests']);
    expect(await guess(recovery)).toBe('too_many_requests');
  });

  test('a browser can be known for several people', async () => {
    const [one, two] = [await person('one'), await person('two')];
    const first = await login(one.username, 'password1');
    const second = await login(two.username, 'password1', first.device);
    await attack(one.username);
    await attack(two.username);
    for (const { username } of [one, two])
      expect((await login(username, 'password1', second.device)).code).toBe('done');
  });
});

test('each address has five attempts at a reset link, whatever others try', async () => {
  const limit = { points: 100, duration: 60 };
  const limits = createRateLimits(
    { RATE_LIMIT: true, LOGIN_RATE_LIMIT: limit, API_RATE_LIMIT: limit },
    { redis: undefined, clusterId: 'x', keyring: createKeyring(Buffer.alloc(32, 1)) },
  );
  for (let tries = 0; tries < 5; tries += 1) await limits.takeReset('Me@Example.org', '192.0.2.1');
  await expect(limits.takeReset('me@example.org', '192.0.2.1')).rejects.toThrow(
    'too_many_requests',
  );
  await limits.takeReset('me@example.org', '192.0.2.2');
  await limits.takeReset('you@example.org', '192.0.2.1');
});

test('the owner can log in through a reset mail while strangers guess', async () => {
  const scene: MailScene = await startMailScene('sqlite', ENV);
  const email = scene.address();
  await scene.userWith(email);
  const login = (password: string, cookie = '') =>
    scene.gateway.visitor.call(
      'POST',
      '/api/user/login',
      { username: email, password },
      { ...elsewhere(), ...(cookie === '' ? {} : { cookie }) },
    );
  await Promise.all(Array.from({ length: STRANGERS + 1 }, () => login('wrong')));
  const token = await scene.resetToken(email);
  const follow = (typed: string) =>
    scene.gateway.visitor.call('POST', '/api/user/reset', { email, token: typed }, elsewhere());
  // They don't use up the link either.
  for (let guess = 0; guess < 6; guess += 1)
    expect((await follow('wrong')).body.code).toBe('reset_link_invalid');
  const reset = await follow(token);
  const cookie = (reset.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  expect((await login(String(reset.body.data))).body.code).toBe('too_many_requests');
  expect((await login(String(reset.body.data), cookie)).body).toMatchObject({ success: true });
  await scene.close();
});
