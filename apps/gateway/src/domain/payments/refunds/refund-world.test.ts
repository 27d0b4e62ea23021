import { remainingRebate } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crashNextTransaction } from '../../../../test-support/crash-transaction.ts';
import { type DatabaseKind, databaseKinds } from '../../../../test-support/databases.ts';
import { SeededRandom } from '../../../../test-support/money/seeded-random.ts';
import { type PaymentScene, startPaymentScene } from '../../../../test-support/payment-scene.ts';
import { refundScene, type RefundScene } from '../../../../test-support/refund-scene.ts';
import type { Client } from '../../../../test-support/test-gateway.ts';
import { reconcileLedger } from '../../wallet/reconcile-ledger.ts';

const SEEDS = process.env.SEED ? [Number(process.env.SEED)] : [1, 2, 3, 4];
/** On PostgreSQL, which takes five times as long: some of them. */
const seedsOn = (kind: DatabaseKind) => (kind === 'sqlite' ? SEEDS : SEEDS.slice(0, 2));
const STEPS = 40;
const ORDERS = 5;
const WAYS = ['stripe', 'airwallex', 'epay'] as const;
const MODES = ['made', 'later', 'refused', 'unknown'] as const;
const HOUR_MS = 3_600_000;

interface Placed {
  way: (typeof WAYS)[number];
  number: string;
  user: Client;
}

describe.each(databaseKinds)('random sequences of refunds, faults and reports on %s', (kind) => {
  let scene: PaymentScene;
  let refunds: RefundScene;
  beforeAll(async () => {
    scene = await startPaymentScene(kind);
    refunds = refundScene(scene.gateway);
    await scene.gateway.setOption('RebatePercent', '10');
    await scene.gateway.setOption('RebateWaitDays', '0');
  });
  afterAll(() => scene.close());
  const db = () => scene.gateway.app.domain.store.db;

  const placePaid = async (user: Client, random: SeededRandom): Promise<Placed> => {
    const way = random.one(WAYS);
    const amount = random.between(1, 30);
    if (way === 'epay') await scene.orderByEpay(user, amount);
    else if (way === 'stripe')
      await user.call('POST', '/api/user/pay', { amount, payment_method: 'stripe' });
    else await user.call('POST', '/api/user/intent/create', { amount });
    const { trade_no: number } = await scene.lastOrder(user);
    scene[way].pay(number);
    await scene[way].notify(number);
    return { way, number, user };
  };
  const rowOf = ({ number }: Placed) =>
    db().selectFrom('orders').selectAll().where('trade_no', '=', number).executeTakeFirstOrThrow();
  const ofProvider = ({ way, number }: Placed) =>
    (scene[way].refunds?.of(number) ?? []).reduce((sum, cents) => sum + cents, 0);

  const refund = async (order: Placed, random: SeededRandom) => {
    const { pay_cents: paid } = await rowOf(order);
    const cents = random.oneIn(3) ? {} : { cents: random.between(1, paid) };
    const take_quota = !random.oneIn(4);
    scene[order.way].refunds?.take(random.one(MODES));
    const fields = { ...cents, take_quota, request_id: `request-${random.between(1, 1e9)}` };
    await Promise.all(
      Array.from({ length: random.between(1, 3) }, () => refunds.refund(order.number, fields)),
    );
  };
  const step = async (order: Placed, random: SeededRandom) => {
    const simulator = scene[order.way];
    switch (random.one(['refund', 'refund', 'crash', 'down', 'end', 'repeat', 'wait'] as const)) {
      case 'refund':
        return refund(order, random);
      case 'crash': {
        const heal = crashNextTransaction(scene.gateway.app.domain.store, random.oneIn(2));
        return refund(order, random).finally(heal);
      }
      case 'down':
        simulator.fail(503);
        return refund(order, random).finally(() => simulator.fail(undefined));
      case 'end':
        return simulator.refunds?.end(order.number, random.one(['made', 'failed']));
      case 'repeat':
        return simulator.refunds?.notify(order.number);
      case 'wait':
        scene.clock.advance(random.between(1, 4) * HOUR_MS);
        await Promise.all([refunds.reconcile(), refunds.reconcile()]);
    }
  };
  /** Lets time pass until every refund is settled. */
  const settle = async (orders: readonly Placed[]) => {
    for (const { way, number } of orders) {
      scene[way].refunds?.take('made');
      await scene[way].refunds?.end(number, 'made');
    }
    for (let days = 0; days < 3; days += 1) {
      scene.clock.advance(24 * HOUR_MS);
      await refunds.reconcile();
    }
  };

  test.each(seedsOn(kind))(
    'return what the provider returned and nothing else (seed %i)',
    async (seed) => {
      const random = new SeededRandom(seed);
      const inviter = await scene.gateway.user();
      const user = await scene.gateway.user();
      await db()
        .updateTable('users')
        .set({ inviter_id: inviter.id })
        .where('id', '=', user.id)
        .execute();
      const orders: Placed[] = [];
      for (let count = 0; count < ORDERS; count += 1) orders.push(await placePaid(user, random));
      for (let count = 0; count < STEPS; count += 1) {
        const order = random.one(orders);
        await step(order, random);
        const { refunded_cents: held, pay_cents: paid } = await rowOf(order);
        expect(ofProvider(order)).toBeLessThanOrEqual(held);
        expect(held).toBeLessThanOrEqual(paid);
      }
      await settle(orders);

      let quota = 0;
      for (const order of orders) {
        const row = await rowOf(order);
        const made = await refunds.detail(order.number);
        expect([row.refunding, row.refunded_cents]).toEqual([0, ofProvider(order)]);
        expect(row.status).toBe(row.refunded_cents === row.pay_cents ? 'refunded' : 'paid');
        const settled = made.refunds.filter(({ state }) => state === 'succeeded');
        expect(settled.reduce((sum, { cents }) => sum + cents, 0)).toBe(row.refunded_cents);
        const taken = settled.filter(({ took_quota }) => took_quota);
        quota += row.quota - taken.reduce((sum, one) => sum + one.quota, 0);
        expect(made.rebate).toBe(
          row.status === 'refunded' ? 0 : remainingRebate(Math.floor(row.quota / 10), row),
        );
      }
      expect(await scene.account(user)).toEqual({ quota, total_topup: quota });
      const now = Math.floor(scene.clock.nowMs() / 1000);
      expect(await reconcileLedger(scene.gateway.app.domain.store, now)).toEqual([]);
    },
  );
});
