import { randomUUID } from 'node:crypto';
import { type RateLimitRule, readRateLimits } from '@tollgate/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPatientRedis, redisUrl } from '../../../test-support/redis.ts';
import { AppError } from '../../platform/app-error.ts';
import { manualClock } from '../../platform/clock.ts';
import { openRedisLink, type RedisLink } from '../../platform/redis-link.ts';
import { RateLimiter } from './rate-limiter.ts';
import { LocalCounters } from './local-counters.ts';
import { RedisCounters } from './redis-counters.ts';

const MINUTE_MS = 60_000;
/** The first millisecond of a clock minute. */
const START_MS = 30_000_000 * MINUTE_MS;
const subject = { apiKeyId: 1, userId: 2, group: 'default', callsPerMinute: 0 };
const rules = (...list: object[]) => readRateLimits(list) as RateLimitRule[];
const nothing = { tokens: 0, quota: 0 };

const kinds = ['one process', ...(redisUrl ? ['two nodes on Redis'] : [])];

const link = (url: string) => openRedisLink({ redisUrl: url, onChange: () => {} });

describe.each(kinds)('rate limits in %s', (kind) => {
  const open: RateLimiter[] = [];
  let redis: RedisLink | undefined;
  beforeAll(async () => {
    if (kind !== 'one process') redis = await openPatientRedis(redisUrl as string);
  });
  afterAll(() => redis?.close());
  afterEach(() => {
    for (const limiter of open.splice(0)) limiter.close();
  });

  /** One limiter that counts alone, or two that share counters and take turns. */
  function start(list: RateLimitRule[]) {
    const clock = manualClock(START_MS);
    const prefix = `test:${randomUUID()}`;
    const limiters = Array.from({ length: kind === 'one process' ? 1 : 2 }, () => {
      const shared = { prefix, clock, onError: () => {} };
      const counters = redis ? new RedisCounters({ redis, ...shared }) : new LocalCounters();
      return new RateLimiter({ counters, clock, rules: () => list });
    });
    open.push(...limiters);
    let turn = 0;
    return {
      clock,
      admit: async (overrides: Partial<typeof subject> = {}, model = 'gpt-4o') => {
        turn += 1;
        const limiter = limiters.at(turn % limiters.length) as RateLimiter;
        return limiter.admit({ ...subject, ...overrides }, model, `call-${turn}`);
      },
    };
  }

  async function countAdmitted(calls: number, admit: () => Promise<unknown>): Promise<number> {
    const results = await Promise.allSettled(Array.from({ length: calls }, () => admit()));
    return results.filter(({ status }) => status === 'fulfilled').length;
  }

  async function refusal(call: Promise<unknown>): Promise<AppError> {
    return call.then(
      () => Promise.reject(new Error('it was let in')),
      (error: AppError) => error,
    );
  }

  test('calls per minute are admitted up to the limit and never beyond, all at once or spread out', async () => {
    const { admit, clock } = start(rules({ per: 'user', requests: 50 }));
    await admit();
    const admitted = 1 + (await countAdmitted(200, admit));
    expect(admitted).toBeLessThanOrEqual(50);
    expect(admitted).toBeGreaterThanOrEqual(kind === 'one process' ? 50 : 40);
    const refused = await refusal(admit());
    expect([refused.code, refused.retryAfterSeconds]).toEqual(['relay_rate_limited', 60]);
    clock.advance(2 * MINUTE_MS);
    await admit();
  });

  test('a burst across a minute boundary does not get twice the limit', async () => {
    const { admit, clock } = start(rules({ per: 'user', requests: 40 }));
    clock.advance(MINUTE_MS - 1);
    await countAdmitted(200, admit);
    clock.advance(1);
    expect(await countAdmitted(200, admit)).toBeLessThan(10);
  });

  test("a key's own limit applies in addition to the rules", async () => {
    const { admit } = start([]);
    const limited = () => admit({ callsPerMinute: 3 });
    expect(await countAdmitted(10, limited)).toBe(3);
    expect(await countAdmitted(10, () => admit())).toBe(10);
  });

  test('tokens and quota are counted when a call ends, and refuse the next one', async () => {
    for (const limits of [{ tokens: 1000 }, { quota: 1000 }]) {
      const { admit, clock } = start(rules({ per: 'key', ...limits }));
      const first = await admit();
      first.release({ tokens: 1000, quota: 1000 });
      clock.advance(1000);
      await expect.poll(async () => (await refusal(admit())).code).toBe('relay_rate_limited');
      clock.advance(2 * MINUTE_MS);
      (await admit()).release(nothing);
    }
  });

  test('a key over its token limit is admitted again after the clock was set back', async () => {
    const { admit, clock } = start(rules({ per: 'user', tokens: 10 }));
    (await admit()).release({ tokens: 10, quota: 0 });
    clock.advance(1000);
    await expect.poll(async () => (await refusal(admit())).code).toBe('relay_rate_limited');
    clock.advance(-10 * MINUTE_MS);
    (await admit()).release(nothing);
  });

  test('slots are free again once their calls have ended', async () => {
    const { admit } = start(rules({ per: 'group', concurrent: 3 }));
    const running = await Promise.all([admit(), admit(), admit()]);
    const refused = await refusal(admit());
    expect([refused.code, refused.retryAfterSeconds]).toEqual(['relay_too_many_running', 1]);
    for (const one of running) one.release(nothing);
    await expect.poll(() => countAdmitted(3, admit)).toBe(3);
  });

  test('each key, user, group and model has counters of its own, and only matching calls are counted', async () => {
    const { admit } = start(
      rules(
        { per: 'user', requests: 1 },
        { per: 'model', match: ['claude-*'], requests: 2 },
        { per: 'group', match: ['vip'], requests: 1 },
      ),
    );
    await admit({ userId: 10 });
    await admit({ userId: 11 });
    const refused = [await refusal(admit({ userId: 11 }))];
    const claude = (userId: number) => admit({ userId }, 'claude-x');
    await claude(12);
    await claude(13);
    refused.push(await refusal(claude(14)));
    await admit({ userId: 15, group: 'vip' });
    refused.push(await refusal(admit({ userId: 16, group: 'vip' })));
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
  });

  test('a call that another rule refuses releases its slot', async () => {
    const { admit } = start(
      rules({ per: 'group', concurrent: 2 }, { per: 'model', match: ['gpt-4o'], requests: 1 }),
    );
    (await admit()).release(nothing);
    for (let call = 0; call < 5; call += 1) await refusal(admit());
    const admitOther = () => admit({}, 'other');
    await expect.poll(() => countAdmitted(2, admitOther)).toBe(2);
  });
});

test.runIf(redisUrl)(
  'while Redis is unreachable a node counts alone and admits no call beyond the limit',
  async () => {
    const redis = await link('redis://127.0.0.1:1');
    const clock = manualClock(START_MS);
    const counters = new RedisCounters({ redis, prefix: 'test', clock, onError: () => {} });
    const list = rules({ per: 'user', requests: 2, concurrent: 5 });
    const limiter = new RateLimiter({ counters, clock, rules: () => list });
    await limiter.admit(subject, 'm', 'a');
    await limiter.admit(subject, 'm', 'b');
    await expect(async () => limiter.admit(subject, 'm', 'c')).rejects.toThrow(AppError);
    limiter.close();
    redis.close();
  },
);

test('malformed rules are ignored', () => {
  for (const bad of [
    {},
    [{ per: 'planet' }],
    [{ per: 'user', requests: -1 }],
    [{ per: 'user', x: 1 }],
  ])
    expect(readRateLimits(bad)).toBeUndefined();
  expect(readRateLimits([{ per: 'user' }])).toEqual([
    { per: 'user', match: ['*'], requests: 0, tokens: 0, quota: 0, concurrent: 0 },
  ]);
});
