import { computeCharge, emptyUsage } from '@tollgate/pricing';
import { expect, test } from 'vitest';
import { plainPrice } from '../../../test-support/plain-price.ts';
import { openMeter } from '../../../test-support/realtime-meter-scene.ts';
import { manualClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MeterContext, SessionFacts } from './meter-context.ts';
import { ResponseMeter } from './response-meter.ts';

/** Creates a meter whose leases are granted manually, and counts what it holds. */
function manualMeter() {
  const held = { reservations: 0, places: 0 };
  const leased = Promise.withResolvers<void>();
  const context = {
    holder: () => ({ userId: 1, unlimited: true }),
    admit: async () => ({ userId: 1, unlimited: true }),
    price: () => plainPrice,
    lastPrice: () => plainPrice,
    preConsumedQuota: () => 0,
    clock: manualClock(0),
    limiter: {
      async admit() {
        held.places += 1;
        return { release: () => void (held.places -= 1) };
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
  const meter = new ResponseMeter(context, { requestId: 'r', model: 'm' } as SessionFacts);
  return { meter, held, lease: leased.resolve };
}

test.each([
  ['made ready', (meter: ResponseMeter) => meter.prepare()],
  ['begun', (meter: ResponseMeter) => meter.begin('a')],
])(
  'a session that ends while its next response is %s holds neither quota nor a slot',
  async (_, go) => {
    const { meter, held, lease } = manualMeter();
    const going = go(meter);
    await expect.poll(() => held).toEqual({ reservations: 1, places: 1 });
    await meter.close('client_gone');
    lease();
    await going;
    expect(held).toEqual({ reservations: 0, places: 0 });
    expect(meter.isIdle).toBe(true);
  },
);

test('a response that an upstream starts twice is reserved once', async () => {
  const { meter, held, lease } = manualMeter();
  lease();
  await meter.begin('a');
  await meter.begin('a');
  expect(held).toEqual({ reservations: 1, places: 1 });
});

test('a response that starts while nothing can be reserved is still charged when it ends', async () => {
  const settled: { quota: number; userId: number }[] = [];
  const away = new AppError('relay_ledger_unavailable');
  const holder = { userId: 7, unlimited: true };
  const context = {
    holder: () => holder,
    admit: async () => holder,
    price: () => plainPrice,
    lastPrice: () => plainPrice,
    preConsumedQuota: () => 0,
    clock: manualClock(0),
    nowMs: () => 0,
    logConsume: () => true,
    limiter: { admit: async () => ({ release() {} }) },
    wallet: {
      reserve: () => Promise.reject(away),
      reserveNothing: ({ userId }: { userId: number }) => ({
        user: { ownerId: userId },
        amount: 0,
      }),
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

test('a response with a limit of its own is charged no more than that, whatever is claimed', async () => {
  const { meter, wallet } = await openMeter({ balance: 1e9 });
  await meter.begin('a', 20);
  const claim = { ...emptyUsage(), promptTokens: 5, completionTokens: 1e9 };
  await meter.finish('a', claim, 'complete');
  const quota = computeCharge(plainPrice, { ...claim, completionTokens: 20 });
  expect(wallet.charges).toMatchObject([{ quota }]);
});

test('a response of a realtime model that reasons is reserved and charged beyond 4,096 tokens', async () => {
  const { meter, wallet } = await openMeter({ balance: 1e9, model: 'gpt-realtime-2' });
  await meter.begin('a');
  const usage = { ...emptyUsage(), promptTokens: 5, completionTokens: 30_000 };
  await meter.finish('a', usage, 'complete');
  const quota = computeCharge(plainPrice, usage);
  expect(wallet.charges).toMatchObject([{ quota }]);
  expect(wallet.charges[0]?.reserved).toBeGreaterThanOrEqual(quota);
});

test('a fee for every call is reserved and charged for each response, but not for what is written down beside it', async () => {
  const fee = { use: 0.01, request: 0 };
  const tools = new Map([['request_fee', fee]]);
  const price = { ...plainPrice, tariff: { tools, tiers: new Map(), quotaPerUnit: 500_000 } };
  const { meter, wallet } = await openMeter({ balance: 1e9, price, transcriber: 'whisper-1' });
  const usage = { ...emptyUsage(), promptTokens: 10, completionTokens: 20 };
  for (const id of ['a', 'b']) {
    // oxlint-disable-next-line no-await-in-loop -- one response after the other
    await meter.begin(id);
    // oxlint-disable-next-line no-await-in-loop -- one response after the other
    await meter.finish(id, usage, 'complete');
  }
  await meter.recordServerEvent({
    type: 'conversation.item.input_audio_transcription.completed',
    body: { usage: { type: 'duration', seconds: 1 } },
  });
  const quota = computeCharge(plainPrice, usage) + 5000;
  expect(wallet.charges.slice(0, 2)).toMatchObject([{ quota }, { quota }]);
  for (const { reserved } of wallet.charges.slice(0, 2)) expect(reserved).toBeGreaterThan(quota);
  expect(wallet.charges[2]?.quota ?? 0).toBeLessThan(5000);
});

test('a response whose upstream claims an hour of caching is charged no more than is reserved for it', async () => {
  const { meter, wallet } = await openMeter({ balance: 1e9 });
  await meter.begin('a', 20);
  const all = { promptTokens: 1e9, cacheWriteTokens: 1e9, cacheWriteHourTokens: 1e9 };
  await meter.finish('a', { ...emptyUsage(), ...all, completionTokens: 1e9 }, 'complete');
  for (const { quota, reserved } of wallet.charges) expect(quota).toBeLessThanOrEqual(reserved);
  expect(wallet.charges).toHaveLength(1);
});

test.each([
  ['true', { type: 'tokens', input_tokens: 100, output_tokens: 60 }, 4],
  ['false', { type: 'duration', seconds: 1e9 }, 1],
])(
  'transcripts (of a %s usage) are reserved before their audio is sent upstream, and the session ends if they can not be',
  async (_claim, usage, least) => {
    const balance = 30_000;
    const { meter, wallet } = await openMeter({ balance, transcriber: 'whisper-1' });
    const converse = async () => {
      for (;;) {
        const audio = 'A'.repeat(640_000);
        // oxlint-disable-next-line no-await-in-loop -- one turn after the other
        await meter.recordClientEvent(
          Buffer.from(JSON.stringify({ type: 'input_audio_buffer.append', audio })),
        );
        // oxlint-disable-next-line no-await-in-loop -- one turn after the other
        await meter.recordServerEvent({
          type: 'conversation.item.input_audio_transcription.completed',
          body: { usage },
        });
      }
    };
    await expect(converse()).rejects.toMatchObject({ code: 'relay_insufficient_quota' });
    const { charges } = wallet;
    expect(charges.length).toBeGreaterThanOrEqual(least);
    for (const { quota, reserved } of charges) expect(quota).toBeLessThanOrEqual(reserved);
    await meter.close('client_gone');
    const spent = charges.reduce((sum, { quota }) => sum + quota, 0);
    expect([wallet.places, wallet.balance]).toEqual([0, balance - spent]);
  },
);

const FAILED = { code: 'rate_limit_exceeded', status: 502, message: 'Rate limit reached' };
const USED = { ...emptyUsage(), promptTokens: 30, completionTokens: 2 };

test.each([
  ['reports nothing', undefined, false, 0],
  ['reports zeros', emptyUsage(), false, 0],
  ['reports what it used', USED, false, 1],
  ['had delivered something', undefined, true, 1],
] as const)(
  'a response that failed at its upstream and %s is charged for what it used only',
  async (_, reported, isDelivered, charges) => {
    const { meter, wallet } = await openMeter();
    await meter.recordClientEvent(Buffer.from(JSON.stringify({ type: 'response.create' })), {
      type: 'response.create',
      body: {},
    });
    await meter.begin('a');
    if (isDelivered) meter.deliver(0, 600);
    await meter.finish('a', reported, 'complete', { isEmpty: true, failure: FAILED });
    expect(wallet.charges).toHaveLength(charges);
    expect(meter.isIdle).toBe(true);
    expect(wallet.places).toBe(0);
    await meter.close('complete');
    expect(wallet.reserved).toBe(0);
  },
);

test('responses that run at once and all fail at their upstream cost nothing', async () => {
  const { meter, wallet } = await openMeter();
  const event = { type: 'response.create', body: { response: { conversation: 'none' } } };
  for (const id of ['a', 'b', 'c']) {
    await meter.recordClientEvent(Buffer.from(JSON.stringify(event)), event);
    await meter.begin(id);
  }
  for (const id of ['a', 'b', 'c'])
    await meter.finish(id, undefined, 'complete', { isEmpty: true, failure: FAILED });
  await meter.close('complete');
  expect(wallet).toMatchObject({ charges: [], reserved: 0, places: 0 });
});
