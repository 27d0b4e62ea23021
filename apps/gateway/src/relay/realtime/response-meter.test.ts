import { expect, test } from 'vitest';
import { plainPrice } from '../../../test-support/plain-price.ts';
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
