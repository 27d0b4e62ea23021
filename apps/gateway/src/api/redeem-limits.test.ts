import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

let gateway: TestGateway;
let codes: string[];

beforeAll(async () => {
  gateway = await startTestGateway({
    env: {
      RATE_LIMIT: 'on',
      LOGIN_RATE_LIMIT: '3/60',
      API_RATE_LIMIT: '9999/60',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  const made = await gateway.root.call('POST', '/api/redemption/', { quota: 5, count: 20 });
  codes = made.body.data as string[];
});
afterAll(() => gateway.close());

const redeem = (client: Client, code: string | undefined, address: string) =>
  client.call('POST', '/api/user/topup', { key: code }, { 'x-forwarded-for': address });

test('wrong codes are counted per user, from any address, and beyond the limit nothing is looked up', async () => {
  const person = await gateway.user();
  for (const last of [1, 2, 3])
    expect((await redeem(person, `wrong${last}`, `192.0.2.${last}`)).body.code).toBe(
      'redemption_invalid',
    );
  const { status, body, headers } = await redeem(person, codes.pop(), '192.0.2.4');
  expect([status, body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('wrong codes are counted per address, whoever sends them', async () => {
  const address = '198.51.100.7';
  for (let guess = 0; guess < 3; guess += 1) await redeem(await gateway.user(), 'wrong', address);
  expect((await redeem(await gateway.user(), codes.pop(), address)).status).toBe(429);
});

test('concurrent guesses do not bypass the limit', async () => {
  const person = await gateway.user();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => redeem(person, `wrong${at}`, `203.0.113.${at}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
});

test('correct codes are not counted', async () => {
  const person = await gateway.user();
  for (let at = 0; at < 8; at += 1)
    expect((await redeem(person, codes.pop(), '192.0.2.99')).body.success).toBe(true);
});
