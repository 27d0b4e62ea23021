import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { type PaymentScene, startPaymentScene } from '../../../test-support/payment-scene.ts';
import { refundScene } from '../../../test-support/refund-scene.ts';
import type { Client } from '../../../test-support/test-gateway.ts';

const QUOTA = 5_000_000;

describe.each(databaseKinds)('reports of returned money on %s', (kind) => {
  let scene: PaymentScene;
  beforeAll(async () => {
    scene = await startPaymentScene(kind);
  });
  afterAll(() => scene.close());

  const orderBy = {
    async cryptomus(user: Client) {
      const coin = { currency: 'USDT', network: 'TRON', amount: '10' };
      await user.call('POST', '/api/user/createtransaction', coin);
      return (await scene.lastOrder(user)).trade_no;
    },
    async airwallex(user: Client) {
      await user.call('POST', '/api/user/intent/create', { amount: 10 });
      return (await scene.lastOrder(user)).trade_no;
    },
    async stripe(user: Client) {
      await user.call('POST', '/api/user/pay', { amount: 10, payment_method: 'stripe' });
      return (await scene.lastOrder(user)).trade_no;
    },
  };
  /** Sends what a provider says of a refund that was begun at its own site. */
  const sayRefund = {
    cryptomus: (number: string, state: 'begun' | 'failed') =>
      scene.cryptomus.notify(number, {
        fields: { status: state === 'begun' ? 'refund_process' : 'refund_fail', is_final: true },
      }),
    airwallex(number: string, state: 'begun' | 'failed') {
      const { id } = scene.airwallex.intents.of(number);
      const status = state === 'begun' ? 'RECEIVED' : 'FAILED';
      const refund = { id: 'rfd_9', request_id: 'theirs', payment_intent_id: id, status };
      return scene.airwallex.notify(number, { fields: refund, name: `refund.${status}` });
    },
    async stripe(number: string, state: 'begun' | 'failed') {
      const begun = state === 'begun' && (await scene.stripe.giveBack?.(number));
      if (begun) return begun;
      const fields = { id: 're_9', object: 'refund', status: 'failed', amount: 1000, metadata: {} };
      return scene.stripe.notify(number, { fields, type: 'refund.failed' });
    },
  };
  const detail = async (user: Client) => {
    const { trade_no: number } = await scene.lastOrder(user);
    return refundScene(scene.gateway).detail(number);
  };
  test.each(['cryptomus', 'airwallex', 'stripe'] as const)(
    'an order whose return failed at %s is marked as paid and not credited, and can be credited by hand',
    async (provider) => {
      const user = await scene.gateway.user();
      const number = await orderBy[provider](user);
      scene[provider].pay(number);
      expect((await sayRefund[provider](number, 'begun')).text).toBe('ok');
      expect((await detail(user)).state).toBe('refunded');
      expect((await sayRefund[provider](number, 'failed')).text).toBe('ok');
      const open = await detail(user);
      expect(open).toMatchObject({ state: 'uncredited', refunded_cents: 0 });
      expect(open.events[0]?.kind).toBe('refund-failed');
      const path = `/api/order/${open.id}/complete`;
      const done = await scene.gateway.root.call('POST', path, { reason: 'it was paid' });
      expect(done.body.success).toBe(true);
      expect((await scene.account(user)).quota).toBe(QUOTA);
      // A repeat changes nothing of a credited order.
      expect((await sayRefund[provider](number, 'failed')).text).toBe('ok');
      expect((await detail(user)).state).toBe('paid');
    },
  );

  test('an intent that shows no more than our own refund of a part alarms nobody, and one that shows more does', async () => {
    const user = await scene.gateway.user();
    const number = await orderBy.airwallex(user);
    scene.airwallex.pay(number);
    await scene.airwallex.notify(number);
    await refundScene(scene.gateway).refund(number, { cents: 400 });
    expect((await scene.account(user)).quota).toBe(3_000_000);
    const alarm = vi.spyOn(scene.gateway.app.domain.log, 'warn');
    expect((await scene.airwallex.notify(number)).text).toBe('ok');
    expect(alarm).not.toHaveBeenCalled();
    const fields = { latest_payment_attempt: { refunded_amount: 7 } };
    expect((await scene.airwallex.notify(number, { fields })).text).toBe('ok');
    expect(alarm).toHaveBeenCalledOnce();
    alarm.mockRestore();
    expect((await detail(user)).events[0]).toMatchObject({ outcome: 'returned', cents: 700 });
  });
});
