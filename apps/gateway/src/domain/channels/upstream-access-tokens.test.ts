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
  read: (answer) => ({ token: String((answer as { token: string }).token), lifetimeMs: HOUR_MS }),
  use: (token) => ({ headers: { authorization: token } }),
};

/** A shop whose next answers are given: a status, or an error of the network. */
function open() {
  const clock = manualClock(1_000_000);
  const script: (number | Error)[] = [];
  let asked = 0;
  const outbound: Outbound = () => {
    asked += 1;
    const next = script.shift() ?? 200;
    if (next instanceof Error) return Promise.reject(next);
    const bytes = Buffer.from(JSON.stringify({ token: `t${asked}`, message: 'no' }));
    return Promise.resolve({ status: next, headers: {}, bytes, text: bytes.toString() });
  };
  const tokens = new UpstreamAccessTokens({ outbound, clock });
  const take = () => Promise.resolve(tokens.get('owner', buyer));
  return { clock, script, tokens, take, asked: () => asked };
}

describe('the token of a channel', () => {
  test('is there at once while it is good, for its owner alone', async () => {
    const { tokens, take, asked } = open();
    await take();
    expect(tokens.get('owner', buyer)).toBe('t1');
    await tokens.get('another', buyer);
    expect(asked()).toBe(2);
  });

  test('stays in use while its renewal fails, which is tried again after a pause', async () => {
    const { clock, script, take, asked } = open();
    await take();
    clock.advance(51 * MINUTE_MS);
    script.push(503);
    expect(await take()).toBe('t1');
    await expect.poll(asked).toBe(2);
    expect(await take()).toBe('t1');
    expect(asked()).toBe(2);
    clock.advance(MINUTE_MS);
    expect(await take()).toBe('t1');
    await expect.poll(take).toBe('t3');
  });

  test('is waited for once it has expired', async () => {
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
    'that can not be had for %s is a fault of the channel, not remembered',
    async (next, fault) => {
      const { script, take } = open();
      script.push(next);
      const refused = await take().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(AccessTokenRefused);
      expect((refused as AccessTokenRefused).fault).toMatchObject(fault);
      expect(await take()).toBe('t2');
    },
  );

  test('that is refused is replaced, unless it is so young that the next would be refused too', async () => {
    const { clock, tokens, take } = open();
    await take();
    expect(tokens.invalidate('owner', 't1')).toBe(false);
    clock.advance(2 * MINUTE_MS);
    expect(tokens.invalidate('owner', 't1')).toBe(true);
    expect(await take()).toBe('t2');
    // Somebody else has replaced it already.
    expect(tokens.invalidate('owner', 't1')).toBe(true);
    expect(await take()).toBe('t2');
  });
});
