import type { WebhookResponse } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  PAYMENT_SECRET,
  type PaymentScene,
  startPaymentScene,
} from '../../test-support/payment-scene.ts';
import { reconcilePayments } from '../domain/jobs/reconcile-payments.ts';
import type { Client } from '../../test-support/test-gateway.ts';

const QUOTA = 5_000_000;
const UNPAID = { quota: 0, total_topup: 0 };
const PAID = { quota: QUOTA, total_topup: QUOTA };

describe.each(databaseKinds)('payment webhooks on %s', (kind) => {
  let scene: PaymentScene;
  let user: Client;
  beforeAll(async () => {
    scene = await startPaymentScene(kind);
  });
  afterAll(() => scene.close());

  const buyer = async () => (user = await scene.gateway.user());
  const orderAt = async (path: string, body: object) => {
    const answer = await user.call('POST', path, body);
    if (!answer.body.success) throw new Error(String(answer.body.code));
    return (await scene.lastOrder(user)).trade_no;
  };
  const byUsdt = () => orderAt('/api/user/usdt/pay', { amount: 10 });
  const byCard = () => orderAt('/api/user/intent/create', { amount: 10 });
  const byCoin = () =>
    orderAt('/api/user/createtransaction', { currency: 'USDT', network: 'TRON', amount: '10' });

  /** Ways to create an order, pay it, and send a webhook with changes. */
  const WAYS = {
    epay: {
      order: () => scene.orderByEpay(user),
      notify: (number: string, fields = {}) => scene.epay.notify(number, { fields }),
      acknowledgement: 'success',
    },
    USDT: {
      order: byUsdt,
      notify: (number: string, fields = {}) => scene.usdt.notify(number, { fields }),
      acknowledgement: 'ok',
    },
    Cryptomus: {
      order: byCoin,
      notify(number: string, fields = {}) {
        scene.cryptomus.pay(number);
        return scene.cryptomus.notify(number, { fields });
      },
      acknowledgement: 'ok',
    },
    Airwallex: {
      order: byCard,
      notify(number: string, fields = {}) {
        scene.airwallex.pay(number);
        return scene.airwallex.notify(number, { fields });
      },
      acknowledgement: 'ok',
    },
  } as const;
  const isRejected = (answer: WebhookResponse) => {
    expect(answer.text).toBe('fail');
    return [200, 400].includes(answer.status);
  };

  test.each([
    ['another merchant', 'epay', { pid: '1002' }],
    ['another method', 'epay', { type: 'wxpay' }],
    ['an unknown method', 'epay', { type: 'qqpay' }],
    ['no method', 'epay', { type: '' }],
    ['another merchant', 'USDT', { merchant_id: 'm-2' }],
    ['another currency', 'USDT', { fiat: 'USD' }],
    ['another payment', 'USDT', { trade_id: '1' }],
    ['another payment', 'Cryptomus', { uuid: 'another' }],
    ['an order number that no database stores', 'Cryptomus', { order_id: 'a\0b' }],
    ['an intent number that no database stores', 'Airwallex', { id: 'int_\0' }],
    ['another intent', 'Airwallex', { id: 'int_other' }],
  ] as const)('a signed webhook about %s credits nothing (%s)', async (_what, name, fields) => {
    await buyer();
    const number = await WAYS[name].order();
    expect(isRejected(await WAYS[name].notify(number, fields))).toBe(true);
    expect(await scene.account(user)).toEqual(UNPAID);
  });

  test.each([
    ['epay', { trade_status: 'TRADE_CLOSED' }],
    ['USDT', { status: 1 }],
    ['USDT', { status: 3 }],
    ['Cryptomus', { status: 'confirm_check', is_final: false }],
    ['Cryptomus', { is_final: false }],
    ['Cryptomus', { status: 'wrong_amount' }],
    ['Airwallex', { status: 'REQUIRES_CAPTURE' }],
    ['Airwallex', { captured_amount: 1 }],
  ] as const)(
    'a webhook of %s that reports no payment is acknowledged and credits nothing: %o',
    async (name, fields) => {
      await buyer();
      const number = await WAYS[name].order();
      expect((await WAYS[name].notify(number, fields)).text).toBe(WAYS[name].acknowledgement);
      expect(await scene.account(user)).toEqual(UNPAID);
    },
  );

  test('an order of one provider is not paid by the webhook of another, even a signed one', async () => {
    await buyer();
    const byEpay = await scene.orderByEpay(user);
    await buyer();
    const number = await byUsdt();
    expect(
      isRejected(await scene.usdt.notify(number, { fields: { order_id: byEpay, amount: 73 } })),
    ).toBe(true);
    expect(await scene.account(user)).toEqual(UNPAID);
  });

  test('amounts with trailing zeros, webhooks by POST, and WeChat Pay are accepted too', async () => {
    await buyer();
    const number = await scene.orderByEpay(user, 10, 'wx');
    const fields = { money: '73.00' };
    expect((await scene.epay.notify(number, { fields, post: true })).text).toBe('success');
    expect(await scene.account(user)).toEqual(PAID);
  });

  test('the credited amount is fixed when the order is created, whatever options change later', async () => {
    await buyer();
    const number = await scene.orderByEpay(user);
    await scene.gateway.setOption('QuotaPerUnit', '1');
    await scene.gateway.setOption('Price', '0.1');
    expect((await scene.epay.notify(number)).text).toBe('success');
    await scene.gateway.setOption('QuotaPerUnit', '500000');
    await scene.gateway.setOption('Price', '7.3');
    expect(await scene.account(user)).toEqual(PAID);
  });

  test('an old event of a card is rejected, and one that is not about a payment is acknowledged', async () => {
    await buyer();
    const number = await byCard();
    scene.airwallex.pay(number);
    const old = { at: scene.clock.nowMs() - 300_001 };
    expect((await scene.airwallex.notify(number, old)).text).toBe('fail');
    const other = { at: scene.clock.nowMs(), name: 'payout.paid' };
    expect((await scene.airwallex.notify(number, other)).text).toBe('ok');
    expect(await scene.account(user)).toEqual(UNPAID);
  });

  test('the page of a coin payment that was confirmed before the provider responded to the order shows success', async () => {
    await buyer();
    let webhooks = 0;
    scene.cryptomus.beforeResponse(async ({ path }) => {
      if (path !== '/v1/payment') return;
      webhooks += 1;
      await WAYS.Cryptomus.notify((await scene.lastOrder(user)).trade_no);
    });
    await byCoin().finally(() => scene.cryptomus.beforeResponse(undefined));
    expect(webhooks).toBe(1);
    const { reference } = await scene.lastOrder(user);
    const { body } = await user.call('GET', `/api/transaction-status/${reference}`);
    expect(body).toMatchObject({ status: 'success', pay_currency: 'USDT' });
    expect(await scene.account(user)).toEqual(PAID);
  });

  test('the page of a coin payment shows it as pending, then its success', async () => {
    await buyer();
    const number = await byCoin();
    const { reference } = await scene.lastOrder(user);
    const status = async () =>
      (await user.call('GET', `/api/transaction-status/${reference}`)).body.status;
    expect(await status()).toBe('waiting');
    scene.cryptomus.move(number, 'confirm_check');
    await scene.cryptomus.notify(number);
    expect(await status()).toBe('confirming');
    scene.cryptomus.move(number, 'paid_over');
    await scene.cryptomus.notify(number);
    expect(await status()).toBe('success');
    const next = await byCoin();
    const { reference: second } = await scene.lastOrder(user);
    scene.clock.advance(3_600_000);
    const { body } = await user.call('GET', `/api/transaction-status/${second}`);
    expect(body.status).toBe('expired');
    await reconcilePayments(scene.gateway.app.domain).run(new AbortController().signal);
    scene.cryptomus.move(next, 'system_fail');
    await scene.cryptomus.notify(next);
    const failed = await user.call('GET', `/api/transaction-status/${second}`);
    expect(failed.body.status).toBe('failed');
  });

  test('the page of a coin payment of too little asks for the rest, then says that nothing was credited, and so does the order; the rest is credited even late', async () => {
    await buyer();
    const number = await byCoin();
    const { reference } = await scene.lastOrder(user);
    const report = async (status: string) => {
      scene.cryptomus.move(number, status);
      await scene.cryptomus.notify(number);
      return (await user.call('GET', `/api/transaction-status/${reference}`)).body.status;
    };
    expect(await report('confirm_check')).toBe('confirming');
    expect(await report('wrong_amount_waiting')).toBe('partly_paid');
    expect(await report('wrong_amount')).toBe('underpaid');
    expect(await scene.lastOrder(user)).toMatchObject({ status: 'failed' });
    const stateOf = async (client: Client, path: string) => {
      const { body } = await client.call('GET', `${path}?keyword=${number}&state=failed`);
      return (body.data.items as { state: string }[])[0]?.state;
    };
    expect(await stateOf(scene.gateway.root, '/api/order/')).toBe('underpaid');
    expect(await stateOf(user, '/api/user/order/')).toBe('underpaid');
    expect(await scene.account(user)).toEqual(UNPAID);
    expect(await report('paid')).toBe('success');
    expect(await scene.account(user)).toEqual(PAID);
  });

  test("a payment is in its user's log, in their language", async () => {
    await buyer();
    const number = await scene.orderByEpay(user);
    await scene.epay.notify(number);
    const { body } = await user.call('GET', '/api/log/self/?type=1');
    const rows = body.data.items as { type: number; content: string }[];
    expect(rows.map(({ type, content }) => [type, content])).toEqual([
      [1, `Order ${number}: paid 73.00 CNY by Alipay, topped up $10.00`],
    ]);
    const chinese = await user.call('GET', '/api/log/self/?type=1', undefined, {
      'accept-language': 'zh-CN',
    });
    expect((chinese.body.data.items as { content: string }[])[0]?.content).toBe(
      `订单 ${number}：支付 73.00 CNY（支付宝），充值 $10.00`,
    );
  });

  test('the stablecoin log has requests, responses and webhooks without secrets, for administrators', async () => {
    const read = async (who: Client) => who.call('GET', '/admin/usdt-logs');
    await buyer();
    expect((await read(user)).status).toBe(403);
    expect((await read(scene.gateway.visitor)).status).toBe(401);
    await scene.usdt.notify(await byUsdt());
    expect((await read(scene.gateway.root)).body.data).toEqual([]);
    await scene.gateway.setOption('EnableUsdtLog', 'true');
    const number = await byUsdt();
    await scene.usdt.notify(number, { forged: { amount: 1 } });
    await scene.usdt.notify(number);
    const { body, headers } = await read(scene.gateway.root);
    const rows = body.data as unknown as { id: number; created_at: number; content: string }[];
    expect(rows.map(({ content }) => content.split(' {')[0])).toEqual([
      'webhook',
      'rejected webhook',
      'response',
      'request',
    ]);
    expect(rows[0]?.created_at).toBe(scene.clock.nowMs() / 1000);
    const text = JSON.stringify(rows);
    expect(text).toContain(number);
    expect(text).not.toContain(PAYMENT_SECRET);
    expect(text).not.toMatch(/signature[^,}]*[0-9a-f]{32}/);
    expect(headers.get('cache-control')).toBe('no-store');
    await scene.gateway.setOption('EnableUsdtLog', 'false');
  });
});
