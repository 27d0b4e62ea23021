import { createHash } from 'node:crypto';
import {
  type EpaySimulator,
  type MailSimulator,
  startEpaySimulator,
  startMailSimulator,
} from '@tollgate/simulators';
import { findProgram, REDIS, startRedis, type TestServer } from '@tollgate/tools';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, startTestGateway, type TestGateway } from '../test-support/test-gateway.ts';

const program = findProgram(REDIS);
/** Far above what one silent Redis may cost (a second or two), far below an endless wait. */
const PATIENCE_MS = 10_000;

const md5 = createHash('md5').update('').digest('hex');
const codeOf = (secret: string, offMs = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + offMs });

interface Scene {
  address: string;
  visit: Client['call'];
  person: Client;
  /** The secret of the person's authenticator app. */
  secret: string;
}

async function beginLogin(visit: Client['call']) {
  const username = 'careful';
  const { body, headers } = await visit('POST', '/api/user/login', {
    username,
    password: 'password1',
  });
  const { challenge } = body.second_factor as { challenge: string };
  return { challenge, cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}

const flows: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  async 'a login with a second step'({ visit, secret }) {
    const { challenge, cookie } = await beginLogin(visit);
    const typed = { challenge, code: codeOf(secret) };
    const done = await visit('POST', '/api/user/login/second_factor', typed, { cookie });
    return done.body.data.username === 'careful';
  },
  async 'the wrong code of a second step'({ visit }) {
    const { challenge, cookie } = await beginLogin(visit);
    const typed = { challenge, code: '000000' };
    const done = await visit('POST', '/api/user/login/second_factor', typed, { cookie });
    return done.body.code === 'second_factor_wrong';
  },
  async 'a wrong password'({ visit }) {
    const wrong = { username: 'careful', password: 'not this one' };
    return (await visit('POST', '/api/user/login', wrong)).body.code === 'login_failed';
  },
  'the state of a login by a provider': async ({ visit }) =>
    (await visit('GET', '/api/oauth/state')).body.success,
  'a login by a passkey': async ({ visit }) =>
    (await visit('POST', '/api/user/login/passkey/options')).body.success,
  'a mailed code': async ({ visit }) =>
    (await visit('GET', '/api/verification?email=new@example.org')).body.success,
  'a mailed reset link': async ({ visit }) =>
    (await visit('GET', '/api/reset_password?email=new@example.org')).body.success,
  async 'the wrong token of a reset link'({ visit }) {
    const typed = { email: 'new@example.org', token: 'x'.repeat(32), password: 'password2' };
    return (await visit('POST', '/api/user/reset', typed)).body.code === 'reset_link_invalid';
  },
  'an order': async ({ person }) =>
    (await person.call('POST', '/api/user/pay', { amount: 10, payment_method: 'zfb' })).body
      .success,
  async 'a payment notice'({ address }) {
    const { status } = await fetch(`${address}/api/user/epay/notify?trade_no=1&sign=${md5}`);
    return status < 500;
  },
};

/** Redis falls silent right before each of these, before the gateway has noticed. */
describe.skipIf(!program)('with a Redis that accepts everything and responds to nothing', () => {
  let redis: TestServer;
  let gateway: TestGateway;
  let mail: MailSimulator;
  let epay: EpaySimulator;
  let person: Client;
  let secret = '';

  beforeAll(async () => {
    redis = await startRedis(program as string);
    mail = await startMailSimulator();
    epay = await startEpaySimulator({ secret: 'epay-secret' });
    gateway = await startTestGateway({ env: { REDIS_URL: redis.url, RATE_LIMIT: 'on' } });
    await gateway.setOptions({
      SMTPServer: '127.0.0.1',
      SMTPPort: String(mail.port),
      SMTPFrom: 'gate@example.org',
      ServerAddress: gateway.url.replace('127.0.0.1', 'localhost'),
      PayAddress: `${epay.url}/pay`,
      ...epay.register(gateway.url),
    });
    person = await gateway.user({ name: 'careful' });
    const { body } = await person.call('POST', '/api/user/totp/setup');
    secret = body.data.secret as string;
    await person.call('POST', '/api/user/totp/confirm', { code: codeOf(secret, -30_000) });
  });
  afterAll(async () => {
    redis.resume();
    await gateway.close();
    await Promise.all([mail.close(), epay.close(), redis.stop()]);
  });

  test.each(Object.keys(flows))('%s works, within seconds', async (name) => {
    await expect.poll(() => gateway.app.domain.redis?.isUp).toBe(true);
    redis.freeze();
    const startedAt = performance.now();
    const { url: address, visitor } = gateway;
    const works = await flows[name]?.({ address, visit: visitor.call, person, secret });
    redis.resume();
    expect(works).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
  });
});
