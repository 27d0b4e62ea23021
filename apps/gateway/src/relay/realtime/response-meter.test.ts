import { emptyUsage } from '@tollgate/pricing';
import { expect, test } from 'vitest';
import { plainPrice } from '../../../test-support/plain-price.ts';
import { AppError } from '../../platform/app-error.ts';
import { type MeterContext, ResponseMeter, type TalkFacts } from './response-meter.ts';

/** A meter whose leases come when the test says so; what it holds is counted. */
function meterByHand() {
  const held = { reservations: 0, places: 0 };
  const leased = Promise.withResolvers<void>();
  const context = {
    holder: () => ({ userId: 1, unlimited: true }),
    admit: async () => ({ userId: 1, unlimited: true }),
    price: () => plainPrice,
    preConsumedQuota: () => 0,
    limiter: {
      async admit() {
        held.places += 1;
        return { leave: () => void (held.places -= 1) };
      },
    },
    wallet: {
      async reserve() {
        held.reservations += 1;
        await leased.promise;
        return {};
      },
      void: () => void (held.reservations -= 1),
    },
  } as unknown as MeterContext;
  const meter = new ResponseMeter(context, { requestId: 'r', model: 'm' } as TalkFacts);
  return { meter, held, lease: leased.resolve };
}

test.each([
  ['made ready', (meter: ResponseMeter) => meter.prepare()],
  ['begun', (meter: ResponseMeter) => meter.begin('a')],
])(
  'a talk that ends while its next answer is %s holds neither quota nor a place',
  async (_, go) => {
    const { meter, held, lease } = meterByHand();
    const going = go(meter);
    await expect.poll(() => held).toEqual({ reservations: 1, places: 1 });
    await meter.close('client_gone');
    lease();
    await going;
    expect(held).toEqual({ reservations: 0, places: 0 });
    expect(meter.isIdle).toBe(true);
  },
);

test('an answer that an upstream begins twice is reserved once', async () => {
  const { meter, held, lease } = meterByHand();
  lease();
  await meter.begin('a');
  await meter.begin('a');
  expect(held).toEqual({ reservations: 1, places: 1 });
});

test('an answer that begins while nothing can be reserved is charged all the same, when it ends', async () => {
  const settled: { quota: number; userId: number }[] = [];
  const away = new AppError('relay_books_unavailable');
  const holder = { userId: 7, unlimited: true };
  const context = {
    holder: () => holder,
    admit: async () => holder,
    price: () => plainPrice,
    preConsumedQuota: () => 0,
    nowMs: () => 0,
    logConsume: () => true,
    limiter: { admit: async () => ({ leave() {} }) },
    wallet: {
      reserve: () => Promise.reject(away),
      owe: ({ userId }: { userId: number }) => ({ user: { ownerId: userId }, amount: 0 }),
      void() {},
      async settle(_: object, { row }: { row: { quota: number; user_id: number } }) {
        settled.push({ quota: row.quota, userId: row.user_id });
      },
    },
  } as unknown as MeterContext;
  const meter = new ResponseMeter(context, { requestId: 'r', model: 'm', attempts: [] } as never);
  meter.connected({ id: 1 } as never, 'm');
  await expect(meter.begin('a')).rejects.toBe(away);
  await meter.finish('a', { ...emptyUsage(), promptTokens: 10, completionTokens: 20 }, 'complete');
  expect(settled).toEqual([{ quota: expect.any(Number), userId: 7 }]);
  expect(settled[0]?.quota).toBeGreaterThan(0);
});
