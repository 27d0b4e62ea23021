import type { AccessTokenProvider } from '@tollgate/dialects';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { UpstreamAccessTokens, AccessTokenRefused } from './upstream-access-tokens.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const buyer: AccessTokenProvider = {
  kind: 'token',
  buildRequest: () => ({ url: 'https://tokens.example/', headers: {}, body: '' }),
  read: (response) => ({
    token: String((response as { token: string }).token),
    lifetimeMs: HOUR_MS,
  }),
  use: (token) => ({ headers: { authorization: token } }),
};

/** A token issuer whose next responses are scripted: a status, or a network error. */
function open() {
  const clock = manualClock(1_000_000);
  const script: (number | Error)[] = [];
  let requestCount = 0;
  const outbound: Outbound = () => {
    requestCount += 1;
    const next = script.shift() ?? 200;
    if (next instanceof Error) return Promise.reject(next);
    const bytes = Buffer.from(JSON.stringify({ token: `t${requestCount}`, message: 'no' }));
    return Promise.resolve({ status: next, headers: {}, bytes, text: bytes.toString() });
  };
  const tokens = new UpstreamAccessTokens({ outbound, clock });
  const take = () => Promise.resolve(tokens.get('owner', buyer));
  return { clock, script, tokens, take, asked: () => requestCount };
}

describe('the access token of a channel', () => {
  test('a valid token is returned synchronously, for its owner alone', async () => {
    const { tokens, take, asked: requestCount } = open();
    await take();
    expect(tokens.get('owner', buyer)).toBe('t1');
    await tokens.get('another', buyer);
    expect(requestCount()).toBe(2);
  });

  test('a token stays in use while its renewal fails, and the renewal is retried after a pause', async () => {
    const { clock, script, take, asked: requestCount } = open();
    await take();
    clock.advance(51 * MINUTE_MS);
    script.push(503);
    expect(await take()).toBe('t1');
    await expect.poll(requestCount).toBe(2);
    expect(await take()).toBe('t1');
    expect(requestCount()).toBe(2);
    clock.advance(MINUTE_MS);
    expect(await take()).toBe('t1');
    await expect.poll(take).toBe('t3');
  });

  test('a token from before the clock was set back is no longer used, and is replaced when it is refused', async () => {
    const { clock, tokens, take } = open();
    await take();
    clock.advance(-2 * MINUTE_MS);
    expect(tokens.invalidate('owner', 't1')).toBe(true);
    expect(await take()).toBe('t2');
    clock.advance(-24 * HOUR_MS);
    expect(await take()).toBe('t3');
  });

  test('an expired token makes the call wait for a new one', async () => {
    const { clock, take } = open();
    await take();
    clock.advance(HOUR_MS);
    expect(await take()).toBe('t2');
  });

  test.each<[number | Error, object]>([
    [401, { kind: 'auth', bannable: true }],
    [503, { kind: 'overload', bannable: false }],
    [new Error('ECONNREFUSED'), { kind: 'network', retryable: true }],
    [Object.assign(new Error('late'), { name: 'TimeoutError' }), { kind: 'timeout' }],
  ])(
    'a token that cannot be obtained because of %s is a fault of the channel, and is not cached',
    async (next, fault) => {
      const { script, take } = open();
      script.push(next);
      const refused = await take().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(AccessTokenRefused);
      expect((refused as AccessTokenRefused).fault).toMatchObject(fault);
      expect(await take()).toBe('t2');
    },
  );

  test('a refused token is replaced, unless it is so recent that the next would be refused too', async () => {
    const { clock, tokens, take } = open();
    await take();
    expect(tokens.invalidate('owner', 't1')).toBe(false);
    clock.advance(2 * MINUTE_MS);
    expect(tokens.invalidate('owner', 't1')).toBe(true);
    expect(await take()).toBe('t2');
    // A concurrent call has already replaced it.
    expect(tokens.invalidate('owner', 't1')).toBe(true);
    expect(await take()).toBe('t2');
  });
});
