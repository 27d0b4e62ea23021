import { afterAll, beforeAll, expect, test } from 'vitest';
import { startVerifier, type Verifier } from '../../test-support/start-verifier.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

let verifier: Verifier;
let gateway: TestGateway;
beforeAll(async () => {
  verifier = await startVerifier();
  gateway = await startTestGateway({ env: { HUMAN_CHECK_URL: verifier.url } });
  await gateway.setOption('TurnstileSiteKey', 'the-site');
  await gateway.setOption('TurnstileSecretKey', 'the-secret');
});
afterAll(async () => {
  await gateway.close();
  await verifier.close();
});

const CALLS = [
  ['POST', '/api/user/login', { username: 'nobody', password: 'password1' }, 'login_failed'],
  ['POST', '/api/user/register', { username: 'root', password: 'password1' }, 'username_taken'],
  ['GET', '/api/verification?email=a@example.org', undefined, 'mail_not_set_up'],
  ['GET', '/api/reset_password?email=a@example.org', undefined, 'mail_not_set_up'],
] as const;

const call = async ([method, path, body]: (typeof CALLS)[number], token?: string) => {
  const query = token === undefined ? '' : `${path.includes('?') ? '&' : '?'}turnstile=${token}`;
  return (await gateway.visitor.call(method, path + query, body)).body.code;
};

test('while human verification is off nobody needs a token, and the service is not called', async () => {
  for (const one of CALLS) expect(await call(one)).toBe(one[3]);
  expect(verifier.seen).toEqual([]);
});

test('while it is on, each call needs its own token that the service has not seen before', async () => {
  await gateway.setOption('TurnstileCheckEnabled', 'true');
  for (const one of CALLS) {
    expect(await call(one)).toBe('human_check_required');
    expect(await call(one, 'made-up')).toBe('human_check_failed');
    verifier.good.add('token-1');
    expect(await call(one, 'token-1')).toBe(one[3]);
    expect(await call(one, 'token-1')).toBe('human_check_failed');
  }
  expect(verifier.seen[0]?.get('remoteip')).toBe('127.0.0.1');
  await gateway.setOption('TurnstileCheckEnabled', 'false');
});

test('while the service is unreachable nobody is admitted', async () => {
  await gateway.setOption('TurnstileCheckEnabled', 'true');
  expect(await call(CALLS[0], 'broken')).toBe('human_check_unreachable');
  await gateway.setOption('TurnstileCheckEnabled', 'false');
});
