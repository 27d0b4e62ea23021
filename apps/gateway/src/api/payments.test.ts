import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { type PaymentScene, startPaymentScene } from '../../test-support/payment-scene.ts';
import type { Client } from '../../test-support/test-gateway.ts';

type Way = readonly [string, string, (amount: unknown) => object];
const PAYING: readonly [Way, Way, Way, Way] = [
  ['epay', '/api/user/pay', (amount) => ({ amount, payment_method: 'zfb', top_up_code: '' })],
  ['USDT', '/api/user/usdt/pay', (amount) => ({ amount, payment_method: 'usdt', top_up_code: '' })],
  ['card', '/api/user/intent/create', (amount) => ({ amount, currency: 'USD' })],
  [
    'coins',
    '/api/user/createtransaction',
    (amount) => ({ amount: String(amount), currency: 'USDT', network: 'TRON' }),
  ],
];

describe.each(databaseKinds)('ordering top-ups on %s', (kind) => {
  let scene: PaymentScene;
  let user: Client;
  beforeAll(async () => {
    scene = await startPaymentScene(kind);
    user = await scene.gateway.user();
  });
  afterAll(() => scene.close());

  const amountOf = async (body: object, who = user) => {
    const answer = await who.call('POST', '/api/user/amount', body);
    return [answer.body.message, answer.body.data as unknown as string];
  };

  test('the payable amount is the amount times price and group ratio, in the currency of the method', async () => {
    expect(await amountOf({ amount: 10, top_up_code: '' })).toEqual(['success', '73.00']);
    expect(await amountOf({ amount: 10, payment_method: 'airwallex' })).toEqual([
      'success',
      '10.00',
    ]);
    await scene.gateway.setOption('TopupGroupRatio', '{"default":0.955}');
    expect(await amountOf({ amount: 1 })).toEqual(['success', '6.97']);
    await scene.gateway.setOption('TopupGroupRatio', '{"svip":3}');
    expect(await amountOf({ amount: 1 })).toEqual(['success', '7.30']);
  });

  test('a USDT payer is shown the amount and currency with which the order is created', async () => {
    for (const [currency, data] of [
      ['CNY', '14.60'],
      ['USD', '2.00'],
    ] as const) {
      await scene.gateway.setOption('UsdtCurrency', currency);
      const quoted = await user.call('POST', '/api/user/amount', {
        amount: 2,
        payment_method: 'usdt',
        top_up_code: 'x',
      });
      expect(quoted.body).toMatchObject({ message: 'success', data, currency });
      await user.call('POST', '/api/user/usdt/pay', { amount: 2 });
      const order = await scene.lastOrder(user);
      expect(scene.usdt.orders.get(order.trade_no)?.fields).toMatchObject({
        amount: Number(data),
        fiat: currency,
      });
    }
    await scene.gateway.setOption('UsdtCurrency', 'CNY');
  });

  test.each([0, -1, 1e30, 1_000_001, 1.005, '10', null, true])(
    'an amount of %s is refused in words, with the word error as message',
    async (amount) => {
      const { status, body } = await user.call('POST', '/api/user/amount', { amount });
      expect([status, body.success, body.message, body.code]).toEqual([
        200,
        false,
        'error',
        'topup_amount_invalid',
      ]);
      expect(body.data).toBe('please enter a valid top-up amount');
    },
  );

  test.each(PAYING)(
    'below the minimum nothing can be ordered by %s',
    async (_name, path, bodyOf) => {
      await scene.gateway.setOption('MinTopUp', '5');
      const { body } = await user.call('POST', path, bodyOf(4));
      expect([body.message, body.data]).toContain(
        path.endsWith('createtransaction')
          ? 'Amount is very low'
          : 'top-up quantity cannot be less than 5',
      );
      await scene.gateway.setOption('MinTopUp', '1');
    },
  );

  test.each(PAYING)('invalid amounts are refused by %s', async (_name, path, bodyOf) => {
    for (const amount of [0, -5, 1e30, 'ten', 0.001]) {
      const { body } = await user.call('POST', path, bodyOf(amount));
      expect([amount, body.code]).toEqual([amount, 'topup_amount_invalid']);
    }
  });

  test.each([
    ['EpayId is missing', 'EpayId', '', 0, 'payment_online_disabled'],
    ['UsdtMerchantId is missing', 'UsdtMerchantId', '', 1, 'payment_usdt_disabled'],
    ['cards are off', 'EnabledAirwallex', 'false', 2, 'payment_card_disabled'],
    ['coins are off', 'EnabledCryptomus', 'false', 3, 'payment_crypto_disabled'],
  ] as const)('nothing can be ordered if %s', async (_what, key, value, way, code) => {
    const [, path, bodyOf] = PAYING[way];
    const before = scene.gateway.app.domain.options.raw(key);
    await scene.gateway.setOption(key, value);
    expect((await user.call('POST', path, bodyOf(10))).body.code).toBe(code);
    await scene.gateway.setOption(key, before);
  });

  test('coins are not even listed if they are off', async () => {
    await scene.gateway.setOption('EnabledCryptomus', 'false');
    const { body } = await user.call('GET', '/api/user/getcurrencies');
    expect(body.code).toBe('payment_crypto_disabled');
    await scene.gateway.setOption('EnabledCryptomus', 'true');
  });

  test("epay gets a valid form, with the server's amount", async () => {
    const { body } = await user.call('POST', '/api/user/pay', {
      amount: 10,
      payment_method: 'wx',
      top_up_code: '',
      money: '0.01',
    });
    expect([body.success, body.message]).toEqual([true, 'success']);
    expect(body.url).toBe(`${scene.epay.url}/pay/submit.php`);
    const fields = body.data as unknown as Record<string, string>;
    expect(fields).toMatchObject({
      pid: '1001',
      type: 'wxpay',
      money: '73.00',
      name: 'TUC10',
      notify_url: `${scene.gateway.url}/api/user/epay/notify`,
      return_url: `${scene.gateway.url}/topup`,
      sign_type: 'MD5',
    });
    await fetch(body.url as string, { method: 'POST', body: new URLSearchParams(fields) });
    expect(scene.epay.orders.has(fields.out_trade_no ?? '')).toBe(true);
    expect(await scene.lastOrder(user)).toMatchObject({
      status: 'pending',
      pay_cents: 7300,
      currency: 'CNY',
      quota: 5_000_000,
    });
  });

  test.each([['cash'], [''], [5], [undefined]])(
    'epay accepts no method %s',
    async (payment_method) => {
      const { body } = await user.call('POST', '/api/user/pay', { amount: 10, payment_method });
      expect(body.code).toBe('payment_method_unknown');
    },
  );

  test('the callback address takes precedence over the server address, and without either nothing starts', async () => {
    await scene.gateway.setOption('CustomCallbackAddress', 'https://hooks.example/gate');
    const first = await user.call('POST', '/api/user/pay', { amount: 1, payment_method: 'zfb' });
    expect(first.body.data).toMatchObject({
      notify_url: 'https://hooks.example/gate/api/user/epay/notify',
    });
    await scene.gateway.setOption('CustomCallbackAddress', '');
    await scene.gateway.setOption('ServerAddress', '');
    for (const method of ['zfb', 'stripe']) {
      const { body } = await user.call('POST', '/api/user/pay', {
        amount: 1,
        payment_method: method,
      });
      expect([method, body.code]).toEqual([method, 'payment_address_missing']);
    }
    await scene.gateway.setOption('ServerAddress', scene.gateway.url);
  });

  test('the stablecoin gateway gets a signed order, and the payer its page', async () => {
    const { body } = await user.call('POST', '/api/user/usdt/pay', {
      amount: 2,
      payment_method: 'usdt',
      top_up_code: '',
    });
    expect([body.message, body.data]).toEqual([
      'success',
      expect.stringContaining(`${scene.usdt.url}/pay/checkout-counter/`),
    ]);
    const order = await scene.lastOrder(user);
    expect(scene.usdt.orders.get(order.trade_no)?.fields).toMatchObject({
      amount: 14.6,
      fiat: 'CNY',
      merchant_id: 'm-1',
    });
    await scene.gateway.setOption('UsdtCurrency', 'USD');
    await user.call('POST', '/api/user/usdt/pay', { amount: 2 });
    const inDollars = await scene.lastOrder(user);
    expect(scene.usdt.orders.get(inDollars.trade_no)?.fields).toMatchObject({
      amount: 2,
      fiat: 'USD',
    });
    await scene.gateway.setOption('UsdtCurrency', 'CNY');
  });

  test('a card gets a payment intent in dollars under our own number, and no request creates two', async () => {
    const wish = {
      request_id: `request-${kind}`,
      merchant_order_id: 'mine',
      amount: 10.5,
      currency: 'USD',
      order: { products: [{ name: 'Charge', unit_price: 0.01, quantity: 1 }] },
    };
    const { body } = await user.call('POST', '/api/user/intent/create', wish);
    const order = await scene.lastOrder(user);
    expect(body.data).toEqual({
      id: order.reference,
      client_secret: expect.stringContaining('secret-') as string,
      currency: 'USD',
      amount: '10.50',
    });
    expect(body).toMatchObject({ id: order.reference, currency: 'USD' });
    expect(scene.airwallex.intents.get(order.trade_no)).toMatchObject({ amount: 10.5 });
    const again = await user.call('POST', '/api/user/intent/create', wish);
    expect(again.body.code).toBe('payment_repeated');
    const other = { ...wish, request_id: 'another' };
    expect((await user.call('POST', '/api/user/intent/create', other)).body.code).toBe(
      'payment_repeated',
    );
    const euros = { amount: 10, currency: 'EUR' };
    expect((await user.call('POST', '/api/user/intent/create', euros)).body.code).toBe(
      'payment_currency_unknown',
    );
  });

  test('the card provider is called with one login, which is renewed after it expires', async () => {
    const logins = () => scene.airwallex.calls.filter(({ path }) => path.endsWith('/login')).length;
    const pay = async () =>
      (await user.call('POST', '/api/user/intent/create', { amount: 3 })).body.success;
    expect(await pay()).toBe(true);
    const before = logins();
    expect([await pay(), logins()]).toEqual([true, before]);
    scene.airwallex.endLogins();
    expect([await pay(), logins()]).toEqual([true, before + 1]);
  });

  test('available coins are listed with the minimum amount and coins per dollar', async () => {
    const { body } = await user.call('GET', '/api/user/getcurrencies');
    expect(body.data).toEqual([
      { currency: 'USDT', network: 'TRON', min_amount: 1, conversion_rate: 1 },
      { currency: 'USDT', network: 'BSC', min_amount: 10, conversion_rate: 1 },
      { currency: 'BTC', network: 'BTC', min_amount: 0.0001, conversion_rate: 0.00002 },
      { currency: 'ETH', network: 'ETH', min_amount: 0.004, conversion_rate: 0.0004 },
    ]);
  });

  test('an order in coins returns address, amount and deadline, in both formats', async () => {
    const { body } = await user.call('POST', '/api/user/createtransaction', {
      currency: 'usdt',
      network: 'tron',
      amount: '12.34',
    });
    const data = {
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      created_at: scene.clock.nowMs() / 1000,
      lifetime: 3600,
      amount: '12.34',
      currency: 'USD',
      pay_amount: '12.34000000',
      pay_currency: 'USDT',
      network: 'tron',
      address: 'THgEWubVc8tPKXLJ4VZ5zbiiAK7AgqSeGH',
      qrCode: expect.stringContaining('data:image/png;base64,') as string,
      status: 'waiting',
      redirect_url: `${scene.gateway.url}/checkout-success`,
    };
    expect(body.data).toEqual(data);
    expect(body).toMatchObject(data);
  });

  test.each([
    [
      'another coin',
      { currency: 'DOGE', network: 'DOGE', amount: '10' },
      'payment_currency_unknown',
    ],
    [
      'a closed coin',
      { currency: 'XMR', network: 'XMR', amount: '10' },
      'payment_currency_unknown',
    ],
    [
      'another network',
      { currency: 'BTC', network: 'TRON', amount: '10' },
      'payment_currency_unknown',
    ],
    ['no coin', { network: 'TRON', amount: '10' }, 'payment_currency_unknown'],
    ['a text', { currency: 'BTC', network: 'BTC', amount: 'ten' }, 'topup_amount_invalid'],
    ['a number', { currency: 'BTC', network: 'BTC', amount: 10 }, 'topup_amount_invalid'],
    [
      'less than the least',
      { currency: 'USDT', network: 'BSC', amount: '9.99' },
      'payment_amount_too_small',
    ],
  ])('an order of %s in coins is refused', async (_what, wish, code) => {
    const { body } = await user.call('POST', '/api/user/createtransaction', wish);
    expect(body.code).toBe(code);
  });

  test('a price is rounded to what its currency has, and refused if that is more than a hundredth part of it', async () => {
    await scene.gateway.setOptions({ MainCurrency: 'ETH', Exchange_Rate: '0.0004' });
    const order = async (amount: string) => {
      const wish = { currency: 'USDT', network: 'TRON', amount };
      return (await user.call('POST', '/api/user/createtransaction', wish)).body;
    };
    // 1.48 and 2.52 hundredths of a coin.
    for (const amount of ['37', '63'])
      expect((await order(amount)).code).toBe('payment_amount_too_small');
    expect(await order('1000')).toMatchObject({ success: true, amount: '0.40' });
    await scene.gateway.setOptions({ MainCurrency: 'JPY', Exchange_Rate: '155.13' });
    expect(await order('10')).toMatchObject({ success: true, amount: '1551.00' });
    await scene.gateway.setOptions({ MainCurrency: 'USD', Exchange_Rate: '1' });
  });

  test('exactly the minimum amount of a coin can be ordered', async () => {
    const wish = { currency: 'USDT', network: 'BSC', amount: '10' };
    const { body } = await user.call('POST', '/api/user/createtransaction', wish);
    expect(body.success).toBe(true);
  });

  test('a coin payment is visible only to its owner and administrators', async () => {
    const order = await scene.lastOrder(user);
    const path = `/api/transaction-status/${order.reference}`;
    expect((await user.call('GET', path)).body).toMatchObject({
      status: 'waiting',
      redirect_url: `${scene.gateway.url}/checkout-success`,
    });
    expect((await scene.gateway.root.call('GET', path)).body.success).toBe(true);
    const other = await scene.gateway.user();
    expect((await other.call('GET', path)).body.code).toBe('payment_not_found');
    expect((await scene.gateway.visitor.call('GET', path)).status).toBe(401);
    const unknown = await user.call('GET', '/api/transaction-status/nothing');
    expect(unknown.body.code).toBe('payment_not_found');
  });

  test.each([
    ['the stablecoin gateway', 'usdt', 1],
    ['the card provider', 'airwallex', 2],
    ['Cryptomus', 'cryptomus', 3],
  ] as const)('an order that %s refuses fails and says so', async (_who, provider, way) => {
    const [, path, bodyOf] = PAYING[way];
    const payer = await scene.gateway.user();
    await payer.call('GET', '/api/user/getcurrencies');
    scene[provider].fail(500);
    const { status, body } = await payer.call('POST', path, bodyOf(10));
    scene[provider].fail(undefined);
    expect([status, body.success, body.code]).toEqual([200, false, 'payment_failed']);
    expect((await scene.lastOrder(payer)).status).toBe('failed');
  });

  test('a user has at most 20 open orders, even if they are created concurrently', async () => {
    const payer = await scene.gateway.user();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        payer.call('POST', '/api/user/pay', { amount: 1, payment_method: 'zfb' }),
      ),
    );
    expect(answers.filter(({ body }) => body.success)).toHaveLength(20);
    expect(answers.find(({ body }) => !body.success)?.body).toMatchObject({
      message: 'error',
      code: 'payment_too_many_open',
    });
    scene.clock.advance(3_600_000);
    const later = await payer.call('POST', '/api/user/pay', { amount: 1, payment_method: 'zfb' });
    expect(later.body.success).toBe(true);
  });
});
