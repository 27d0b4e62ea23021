import { crashNextTransaction } from '../../../test-support/crash-transaction.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../test-support/databases.ts';
import { SeededRandom } from '../../../test-support/money/seeded-random.ts';
import { type PaymentScene, startPaymentScene } from '../../../test-support/payment-scene.ts';
import type { Client } from '../../../test-support/test-gateway.ts';
import { findLedgerDifferences } from '../../store/ledger-repository.ts';
import { reconcileOrders } from './reconcile-orders.ts';

const SEEDS = process.env.SEED ? [Number(process.env.SEED)] : [1, 2, 3, 4, 5, 6];
/** On PostgreSQL, which takes five times as long: some of them. */
const seedsOn = (kind: DatabaseKind) => (kind === 'sqlite' ? SEEDS : SEEDS.slice(0, 3));
const STEPS = 60;
const ORDERS = 8;
const WAYS = ['epay', 'usdt', 'cryptomus', 'airwallex', 'stripe'] as const;

interface PlacedPayment {
  way: (typeof WAYS)[number];
  number: string;
  user: Client;
  quota: number;
  paid: boolean;
}

describe.each(databaseKinds)('random sequences of webhooks, crashes and replays on %s', (kind) => {
  let scene: PaymentScene;
  beforeAll(async () => {
    scene = await startPaymentScene(kind);
  });
  afterAll(() => scene.close());

  const placePayment = async (user: Client, random: SeededRandom): Promise<PlacedPayment> => {
    const amount = random.between(1, 30);
    const way = random.one(WAYS);
    const coin = { currency: 'USDT', network: 'TRON', amount: String(amount) };
    if (way === 'epay') await scene.orderByEpay(user, amount, random.one(['zfb', 'wx']));
    else if (way === 'usdt') await user.call('POST', '/api/user/usdt/pay', { amount });
    else if (way === 'cryptomus') await user.call('POST', '/api/user/createtransaction', coin);
    else if (way === 'stripe')
      await user.call('POST', '/api/user/pay', { amount, payment_method: 'stripe' });
    else await user.call('POST', '/api/user/intent/create', { amount });
    const order = await scene.lastOrder(user);
    expect(order.provider).toBe(way);
    return { way, number: order.trade_no, user, quota: amount * 500_000, paid: false };
  };

  const pay = (order: PlacedPayment) => {
    order.paid = true;
    scene[order.way].pay(order.number);
  };

  /** Sends the provider's current report: an unpaid order is waiting. */
  const notify = ({ way, number, paid }: PlacedPayment, fields: Record<string, unknown> = {}) => {
    const { [way]: simulator } = scene;
    const { paid: whenPaid, unpaid } = simulator.claims;
    return simulator.notify(number, { fields: { ...(paid ? whenPaid : unpaid), ...fields } });
  };

  const step = async (orders: readonly PlacedPayment[], random: SeededRandom) => {
    const order = random.one(orders);
    const kinds = ['pay', 'notify', 'replay', 'forge', 'crash', 'time', 'ask'] as const;
    switch (random.one(kinds)) {
      case 'pay':
        return pay(order);
      case 'notify':
        return void (await notify(order));
      case 'replay':
        return void (await Promise.all([notify(order), notify(order), notify(random.one(orders))]));
      case 'forge':
        return void (await notify(order, {
          ...scene[order.way].claims.paid,
          ...random.one(FORGERIES),
        }));
      case 'crash': {
        const heal = crashNextTransaction(scene.gateway.app.domain.store, random.oneIn(2));
        await notify(order).finally(heal);
        return;
      }
      case 'time':
        return scene.clock.advance(random.between(1, 2_400_000));
      case 'ask':
        return reconcileOrders(scene.gateway.app.domain, new AbortController().signal);
    }
  };

  test.each(seedsOn(kind))(
    'credit each paid order once and nothing else (seed %i)',
    async (seed) => {
      const random = new SeededRandom(seed);
      const users = [await scene.gateway.user(), await scene.gateway.user()];
      const orders: PlacedPayment[] = [];
      for (let count = 0; count < ORDERS; count += 1)
        orders.push(await placePayment(random.one(users), random));
      for (let count = 0; count < STEPS; count += 1) await step(orders, random);
      // Providers repeat their webhooks until they are acknowledged.
      for (const order of orders) await notify(order);

      for (const user of users) {
        const paid = orders.filter((order) => order.paid && order.user === user);
        const sum = paid.reduce((total, { quota }) => total + quota, 0);
        expect(await scene.account(user)).toEqual({ quota: sum, total_topup: sum });
        const booked = (await scene.credits(user)).map(
          ({ amount, reference }) => `${reference} ${amount}`,
        );
        expect(booked.toSorted()).toEqual(
          paid.map(({ number, quota }) => `${number} ${quota}`).toSorted(),
        );
        const { body } = await user.call('GET', '/api/log/self/?type=1&page_size=100');
        expect((body.data.items as unknown[]).length).toBe(paid.length);
      }
      expect(await findLedgerDifferences(scene.gateway.app.domain.store.db)).toEqual([]);
    },
  );
});

/** Fields that a provider would never sign together with a claim of payment. */
const FORGERIES: readonly Record<string, unknown>[] = [
  { money: '0.01', amount: 0.01, amount_total: 1 },
  { pid: '7', merchant_id: 'm-7', currency: 'EUR' },
  { type: 'qqpay', trade_id: 'another', uuid: 'another', id: 'another' },
];
