import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { makeInvited, placeOrder } from '../../../test-support/money/rebate-scene.ts';
import { type PaymentScene, startPaymentScene } from '../../../test-support/payment-scene.ts';
import type { Client } from '../../../test-support/test-gateway.ts';
import { untilBlocked } from '../../../test-support/until-blocked.ts';
import { listOrderEvents } from '../../store/order-events-repository.ts';
import { findOrder } from '../../store/orders-repository.ts';
import { creditPaidOrder } from './credit-paid-order.ts';
import { recordOrderEvent } from './order-history.ts';
import { forgetOldOrders, reconcileOrders } from './reconcile-orders.ts';

const DAY_MS = 86_400_000;

describe.each(databaseKinds)('orders whose webhook never arrived on %s', (kind) => {
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
  test('a queried order with another amount credits nothing', async () => {
    user = await scene.gateway.user();
    const number = await scene.orderByEpay(user);
    const known = scene.epay.orders.get(number);
    if (known) known.fields.money = '0.01';
    scene.epay.pay(number);
    await later(61_000);
    expect(await scene.account(user)).toEqual({ quota: 0, total_topup: 0 });
  });

  test('a provider that hangs keeps no payment by another from being found', async () => {
    const cards = await scene.gateway.user();
    const others = [await scene.gateway.user(), await scene.gateway.user()];
    for (const other of others)
      for (let orders = 0; orders < 20; orders += 1) await scene.orderByEpay(other);
    await cards.call('POST', '/api/user/intent/create', { amount: 10 });
    scene.airwallex.pay((await scene.lastOrder(cards)).trade_no);
    scene.clock.advance(61_000);
    const before = scene.epay.calls.length;
    scene.epay.beforeResponse(async () => scene.clock.advance(15_000));
    await reconcile().finally(() => scene.epay.beforeResponse(undefined));
    expect(await scene.account(cards)).toEqual({ quota: 5_000_000, total_topup: 5_000_000 });
    expect(scene.epay.calls.length - before).toBeLessThanOrEqual(8);
    const { checks } = await scene.lastOrder(others[1]!);
    expect(checks).toBe(0);
  });

  test('an old order that is paid in the moment it would be deleted stays, with its history', async () => {
    const { domain } = scene.gateway.app;
    const buyer = await makeInvited(domain);
    const { id, trade_no: number } = await placeOrder(domain, buyer, 1000);
    await recordOrderEvent(domain.store.db, id, { kind: 'created', at: 1 });
    await domain.store.db
      .updateTable('orders')
      .set({ status: 'expired', expires_at: 2 })
      .where('id', '=', id)
      .execute();
    const held = Promise.withResolvers<void>();
    const credited = Promise.withResolvers<void>();
    const payment = domain.store.transaction(async (trx) => {
      await creditPaidOrder(domain, trx, { id, reference: undefined, at: 3 });
      credited.resolve();
      await held.promise;
    });
    await credited.promise;
    const deletion = forgetOldOrders(domain);
    await untilBlocked(domain.store);
    held.resolve();
    await Promise.all([payment, deletion]);
    expect(await findOrder(domain.store.db, number)).toMatchObject({ status: 'paid' });
    expect(await listOrderEvents(domain.store.db, id)).toHaveLength(1);
  });

  // Runs last, because sessions expire during it.
  test('an unpaid order expires, and is eventually no longer queried', async () => {
    user = await scene.gateway.user();
    await scene.orderByEpay(user);
    await later(3_600_000);
    expect((await scene.lastOrder(user)).status).toBe('expired');
    for (let days = 0; days < 10; days += 1) await later(DAY_MS);
    expect(await scene.lastOrder(user)).toMatchObject({ status: 'expired', next_check_at: null });
    expect(await scene.account(user)).toEqual({ quota: 0, total_topup: 0 });
    scene.clock.advance(90 * DAY_MS);
    await forgetOldOrders(scene.gateway.app.domain);
    await expect(scene.lastOrder(user)).rejects.toThrow('no result');
  });
});
