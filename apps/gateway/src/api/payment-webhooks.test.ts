import type { WebhookResponse } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  PAYMENT_SECRETS,
  type PaymentScene,
  startPaymentScene,
} from '../../test-support/payment-scene.ts';
import { WEBHOOK_PATHS } from '../domain/payments/webhook-url.ts';
import { reconcilePayments } from '../domain/jobs/reconcile-payments.ts';
import type { Client } from '../../test-support/test-gateway.ts';

const QUOTA = 5_000_000;
const UNPAID = { quota: 0, total_topup: 0 };
const PAID = { quota: QUOTA, total_topup: QUOTA };

describe.each(databaseKinds)('notices of payments on %s', (kind) => {
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
  const cardUrl = () => `${scene.gateway.url}/api/airwallex/webhook`;

  /** Orders and says by each provider that it is paid. */
  const WAYS = {
    epay: {
      order: () => scene.orderByEpay(user),
      notify: (number: string, fields = {}) => scene.epay.notify(number, { fields }),
      taken: 'success',
      forged: (number: string) => scene.epay.notify(number, { forged: { money: '9999' } }),
      amount: { money: '72.99' },
    },
    USDT: {
      order: byUsdt,
      notify: (number: string, fields = {}) => scene.usdt.notify(number, { fields }),
      taken: 'ok',
      forged: (number: string) => scene.usdt.notify(number, { forged: { amount: 9999 } }),
      amount: { amount: 72.99 },
    },
    Cryptomus: {
      order: byCoin,
      notify(number: string, fields = {}) {
        scene.cryptomus.move(number, 'paid');
        return scene.cryptomus.notify(number, { fields });
      },
      taken: 'ok',
      forged(number: string) {
        scene.cryptomus.move(number, 'paid');
        return scene.cryptomus.notify(number, { forged: { amount: '9999.00' } });
      },
      amount: { amount: '9.99000000' },
    },
    Airwallex: {
      order: byCard,
      notify(number: string, fields = {}) {
        scene.airwallex.succeed(number);
        return scene.airwallex.notify(cardUrl(), number, { fields, at: scene.clock.nowMs() });
      },
      taken: 'ok',
      forged(number: string) {
        scene.airwallex.succeed(number);
        const notice = { at: scene.clock.nowMs(), signature: 'a'.repeat(64) };
        return scene.airwallex.notify(cardUrl(), number, notice);
      },
      amount: { amount: 9.99, captured_amount: 9.99 },
    },
  } as const;
  const ways = Object.entries(WAYS);
  const refused = (answer: WebhookResponse) => {
    expect(answer.text).toBe('fail');
    return [200, 400].includes(answer.status);
  };

  test.each(ways)(
    'a notice of %s credits the order once, however often it comes',
    async (_name, way) => {
      await buyer();
      const number = await way.order();
      expect(await scene.account(user)).toEqual(UNPAID);
      for (let times = 0; times < 3; times += 1)
        expect(await way.notify(number)).toEqual({ status: 200, text: way.taken });
      const together = await Promise.all(Array.from({ length: 10 }, () => way.notify(number)));
      expect(together.every(({ text }) => text === way.taken)).toBe(true);
      expect(await scene.account(user)).toEqual(PAID);
      expect(await scene.credits(user)).toEqual([
        { kind: 'topup', amount: QUOTA, reference: number },
      ]);
      expect(await scene.lastOrder(user)).toMatchObject({
        status: 'paid',
        paid_at: scene.clock.nowMs() / 1000,
        next_check_at: null,
      });
    },
  );

  test.each(ways)('a forged notice of %s credits nothing', async (_name, way) => {
    await buyer();
    const number = await way.order();
    expect(refused(await way.forged(number))).toBe(true);
    expect(await scene.account(user)).toEqual(UNPAID);
  });

  test.each(ways)(
    'a signed notice of %s about another amount credits nothing',
    async (_name, way) => {
      await buyer();
      const number = await way.order();
      expect(refused(await way.notify(number, way.amount))).toBe(true);
      expect(await scene.account(user)).toEqual(UNPAID);
    },
  );

  test.each([
    ['another merchant', 'epay', { pid: '1002' }],
    ['another method', 'epay', { type: 'wxpay' }],
    ['an unknown method', 'epay', { type: 'qqpay' }],
    ['no method', 'epay', { type: '' }],
    ['an order that is not there', 'epay', { out_trade_no: 'T1' }],
    ['another merchant', 'USDT', { merchant_id: 'm-2' }],
    ['another currency', 'USDT', { fiat: 'USD' }],
    ['another payment', 'USDT', { trade_id: '1' }],
    ['another currency', 'Cryptomus', { currency: 'EUR' }],
    ['another payment', 'Cryptomus', { uuid: 'another' }],
    ['an order that is not there', 'Cryptomus', { order_id: 'T1' }],
    ['another currency', 'Airwallex', { currency: 'EUR' }],
    ['another intent', 'Airwallex', { id: 'int_other' }],
  ] as const)('a signed notice about %s credits nothing (%s)', async (_what, name, fields) => {
    await buyer();
    const number = await WAYS[name].order();
    expect(refused(await WAYS[name].notify(number, fields))).toBe(true);
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
    'a notice of %s that tells of no payment is taken in and credits nothing: %o',
    async (name, fields) => {
      await buyer();
      const number = await WAYS[name].order();
      expect((await WAYS[name].notify(number, fields)).text).toBe(WAYS[name].taken);
      expect(await scene.account(user)).toEqual(UNPAID);
    },
  );

  test('an order of one provider is not paid by the notice of another, even a signed one', async () => {
    await buyer();
    const byEpay = await scene.orderByEpay(user);
    await buyer();
    const number = await byUsdt();
    expect(
      refused(await scene.usdt.notify(number, { fields: { order_id: byEpay, amount: 73 } })),
    ).toBe(true);
    expect(await scene.account(user)).toEqual(UNPAID);
  });

  test('one payment never pays two orders', async () => {
    await buyer();
    const [first, second] = [await scene.orderByEpay(user), await scene.orderByEpay(user)];
    const tradeNo = scene.epay.orders.get(first)?.tradeNo;
    expect((await scene.epay.notify(first)).text).toBe('success');
    const answer = await scene.epay.notify(second, { fields: { trade_no: tradeNo } });
    expect(answer.text).toBe('fail');
    expect(await scene.account(user)).toEqual(PAID);
  });

  test('money with zeros at its end, by POST, and for WeChat Pay counts as well', async () => {
    await buyer();
    const number = await scene.orderByEpay(user, 10, 'wx');
    const fields = { money: '73.00' };
    expect((await scene.epay.notify(number, { fields, post: true })).text).toBe('success');
    expect(await scene.account(user)).toEqual(PAID);
  });

  test.each(ways)('a notice of %s after the order expired still credits it', async (_name, way) => {
    await buyer();
    const number = await way.order();
    scene.clock.advance(24 * 3_600_000);
    await reconcilePayments(scene.gateway.app.domain).run(new AbortController().signal);
    expect((await way.notify(number)).text).toBe(way.taken);
    expect(await scene.account(user)).toEqual(PAID);
  });

  test('what is credited stands when the order is made, whatever options say later', async () => {
    await buyer();
    const number = await scene.orderByEpay(user);
    await scene.gateway.setOption('QuotaPerUnit', '1');
    await scene.gateway.setOption('Price', '0.1');
    expect((await scene.epay.notify(number)).text).toBe('success');
    await scene.gateway.setOption('QuotaPerUnit', '500000');
    await scene.gateway.setOption('Price', '7.3');
    expect(await scene.account(user)).toEqual(PAID);
  });

  test.each(ways)('without a key on our side no notice of %s is believed', async (_name, way) => {
    await buyer();
    const number = await way.order();
    const { options } = scene.gateway.app.domain;
    const { text } = options;
    options.text = (key) => (key.endsWith('Key') ? '' : text(key));
    const answer = await way.notify(number).finally(() => (options.text = text));
    expect(answer.text).toBe('fail');
    expect(await scene.account(user)).toEqual(UNPAID);
  });

  test('an old event of a card is refused, and one about no payment is taken in', async () => {
    await buyer();
    const number = await byCard();
    scene.airwallex.succeed(number);
    const old = { at: scene.clock.nowMs() - 300_001 };
    expect((await scene.airwallex.notify(cardUrl(), number, old)).text).toBe('fail');
    const other = { at: scene.clock.nowMs(), name: 'refund.received' };
    expect((await scene.airwallex.notify(cardUrl(), number, other)).text).toBe('ok');
    expect(await scene.account(user)).toEqual(UNPAID);
  });

  test('a payment that is told before its order was answered is credited, and its page shows it', async () => {
    await buyer();
    const { payments } = scene.gateway.app.domain;
    const { trusted } = payments;
    Object.assign(payments, {
      trusted: async (wish: Parameters<typeof trusted>[0]) => {
        const answer = await trusted(wish);
        if (wish.url.endsWith('/v1/payment')) {
          const { trade_no: number } = await scene.lastOrder(user);
          expect((await WAYS.Cryptomus.notify(number)).text).toBe('ok');
        }
        return answer;
      },
    });
    await byCoin().finally(() => Object.assign(payments, { trusted }));
    const { reference } = await scene.lastOrder(user);
    const { body } = await user.call('GET', `/api/transaction-status/${reference}`);
    expect(body).toMatchObject({ status: 'success', pay_currency: 'USDT' });
    expect(await scene.account(user)).toEqual(PAID);
  });

  test('the pages see a payment on its way, then its success', async () => {
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

  test('a payment stands in the log of its user, in their language', async () => {
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
    expect((chinese.body.data.items as { content: string }[])[0]?.content).toContain('充值');
  });

  test('what a door says when it fails holds no word that epay takes for a receipt', async () => {
    const url = `${scene.gateway.url}/api/user/epay/notify`;
    const huge = await fetch(url, { method: 'POST', body: 'x'.repeat(70_000) });
    expect([huge.status, await huge.text()]).toEqual([413, 'fail']);
    const empty = await fetch(url);
    expect([empty.status, await empty.text()]).toEqual([200, 'fail']);
    const { store } = scene.gateway.app.domain;
    const { transaction } = store;
    await buyer();
    const number = await scene.orderByEpay(user);
    Object.assign(store, { transaction: () => Promise.reject(new Error('the disk is full')) });
    const failed = await scene.epay
      .notify(number)
      .finally(() => Object.assign(store, { transaction }));
    expect(failed).toEqual({ status: 500, text: 'fail' });
    expect((await scene.epay.notify(number)).text).toBe('success');
    expect(await scene.account(user)).toEqual(PAID);
  });

  test.each(Object.values(WEBHOOK_PATHS))(
    'whatever comes to %s is answered, and credits nothing',
    async (path) => {
      const url = scene.gateway.url + path;
      const bodies = [
        '',
        '{}',
        '[]',
        'null',
        '"text"',
        '{',
        '\0',
        '{"sign":1,"signature":{"a":[]}}',
        '{"sign":"","signature":""}',
        '{"__proto__":{"sign":"x"},"constructor":1}',
        'sign=&sign=1&pid[]=1&out_trade_no=%00%FF&money=NaN',
        `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      ];
      for (const body of bodies)
        for (const type of [
          'application/json',
          'application/x-www-form-urlencoded',
          'text/xml; a=b',
        ]) {
          const headers = { 'content-type': type, 'x-timestamp': '1e9', 'x-signature': '\xff' };
          const answer = await fetch(url, { method: 'POST', headers, body });
          expect([[200, 400].includes(answer.status), await answer.text()]).toEqual([true, 'fail']);
        }
      const { status } = await fetch(url, { method: 'DELETE' });
      expect(status).toBe(404);
    },
  );

  test('the stablecoin log has requests, answers and notices without secrets, for administrators', async () => {
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
      'notice',
      'refused notice',
      'answer',
      'request',
    ]);
    expect(rows[0]?.created_at).toBe(scene.clock.nowMs() / 1000);
    const text = JSON.stringify(rows);
    expect(text).toContain(number);
    for (const secret of Object.values(PAYMENT_SECRETS)) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/signature[^,}]*[0-9a-f]{32}/);
    expect(headers.get('cache-control')).toBe('no-store');
    await scene.gateway.setOption('EnableUsdtLog', 'false');
  });
});
