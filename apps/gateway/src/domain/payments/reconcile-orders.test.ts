import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { type PaymentScene, startPaymentScene } from '../../../test-support/payment-scene.ts';
import type { Client } from '../../../test-support/test-gateway.ts';
import { reconcileOrders } from './reconcile-orders.ts';

const PAID = { quota: 5_000_000, total_topup: 5_000_000 };
const DAY_MS = 86_400_000;

describe.each(databaseKinds)('orders whose notice never came on %s', (kind) => {
  let scene: PaymentScene;
  let user: Client;
  beforeAll(async () => {
    scene = await startPaymentScene(kind);
  });
  afterAll(() => scene.close());

  const reconcile = () => reconcileOrders(scene.gateway.app.domain, new AbortController().signal);
  const later = async (milliseconds: number) => {
    scene.clock.advance(milliseconds);
    await reconcile();
  };
  const order = async (path: string, body: object) => {
    await user.call('POST', path, body);
    return (await scene.lastOrder(user)).trade_no;
  };
  /** Makes an order and lets it be paid, in silence. */
  const WAYS: Record<string, () => Promise<void>> = {
    async epay() {
      scene.epay.pay(await scene.orderByEpay(user));
    },
    async usdt() {
      scene.usdt.pay(await order('/api/user/usdt/pay', { amount: 10 }));
    },
    async cryptomus() {
      const input = { currency: 'USDT', network: 'TRON', amount: '10' };
      scene.cryptomus.move(await order('/api/user/createtransaction', input), 'paid');
    },
    async airwallex() {
      scene.airwallex.succeed(await order('/api/user/intent/create', { amount: 10 }));
    },
  };

  test.each(Object.keys(WAYS))('what was paid at %s is found by asking, once', async (name) => {
    user = await scene.gateway.user();
    await WAYS[name]?.();
    await reconcile();
    expect(await scene.account(user)).toEqual({ quota: 0, total_topup: 0 });
    await later(61_000);
    expect(await scene.account(user)).toEqual(PAID);
    await later(DAY_MS);
    expect(await scene.account(user)).toEqual(PAID);
    expect(await scene.credits(user)).toHaveLength(1);
  });

  test('a provider that is away is asked again later', async () => {
    user = await scene.gateway.user();
    await WAYS.usdt?.();
    scene.usdt.fail(502);
    await later(61_000);
    expect((await scene.lastOrder(user)).status).toBe('pending');
    scene.usdt.fail(undefined);
    await later(120_000);
    expect(await scene.account(user)).toEqual(PAID);
  });

  test('a card payment that the provider made although it did not answer is credited when its event comes', async () => {
    user = await scene.gateway.user();
    const { payments } = scene.gateway.app.domain;
    const { airwallex } = payments;
    const { call } = airwallex;
    airwallex.call = async (...input) => {
      await call.apply(airwallex, input);
      throw new Error('the answer was lost');
    };
    const answer = await user.call('POST', '/api/user/intent/create', { amount: 10 });
    airwallex.call = call;
    expect(answer.body.code).toBe('payment_failed');
    const { trade_no: number } = await scene.lastOrder(user);
    scene.airwallex.succeed(number);
    const url = `${scene.gateway.url}/api/airwallex/webhook`;
    const event = await scene.airwallex.notify(url, number, { at: scene.clock.nowMs() });
    expect(event.text).toBe('ok');
    expect(await scene.account(user)).toEqual(PAID);
  });

  test('an answer about another amount or merchant credits nothing', async () => {
    user = await scene.gateway.user();
    const number = await scene.orderByEpay(user);
    const known = scene.epay.orders.get(number);
    if (known) known.fields.money = '0.01';
    scene.epay.pay(number);
    await later(61_000);
    expect(await scene.account(user)).toEqual({ quota: 0, total_topup: 0 });
  });

  // The last one: sessions end meanwhile.
  test('an order nobody pays expires, and is asked about no more in the end', async () => {
    user = await scene.gateway.user();
    await scene.orderByEpay(user);
    await later(3_600_000);
    expect((await scene.lastOrder(user)).status).toBe('expired');
    for (let days = 0; days < 10; days += 1) await later(DAY_MS);
    expect(await scene.lastOrder(user)).toMatchObject({ status: 'expired', next_check_at: null });
    expect(await scene.account(user)).toEqual({ quota: 0, total_topup: 0 });
    await later(90 * DAY_MS);
    await expect(scene.lastOrder(user)).rejects.toThrow('no result');
  });
});
