import { endpoints } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ env: { RATE_LIMIT: 'on', LOGIN_RATE_LIMIT: '7/1200' } });
});
afterAll(() => gateway.close());

const ask = ({ method, path }: { method: string; path: string }) =>
  gateway.visitor.call(
    method,
    path.replace('{provider}', 'github'),
    method === 'POST' ? {} : undefined,
  );

test('calls that guess secrets or send mail share one limit per address, and others are unaffected', async () => {
  const guarded = [
    endpoints.login,
    endpoints.register,
    endpoints.sendEmailCode,
    endpoints.sendPasswordReset,
    endpoints.resetPassword,
    endpoints.signInWithProvider,
    endpoints.signInWithWidget,
  ];
  for (const endpoint of guarded) expect((await ask(endpoint)).status).toBe(200);
  for (const endpoint of guarded) {
    const { status, body } = await ask(endpoint);
    expect([endpoint.path, status, body.code]).toEqual([endpoint.path, 429, 'too_many_requests']);
  }
  expect((await ask(endpoints.getStatus)).status).toBe(200);
});

test('a signed-in user can try the current password only a limited number of times', async () => {
  const person = await gateway.user();
  const change = async (original: string) =>
    (
      await person.call('PUT', '/api/user/self', {
        password: 'password2',
        original_password: original,
      })
    ).body.code;
  for (let guess = 0; guess < 7; guess += 1)
    expect(await change(`wrong-${guess}`)).toBe('original_password_wrong');
  expect(await change('password1')).toBe('too_many_requests');
});
