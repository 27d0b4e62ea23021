import { expect, test } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import type { PaymentContext } from '../payment-provider.ts';
import { airwallex } from './airwallex.ts';
import { cryptomus } from './cryptomus.ts';
import { signCryptomus } from './cryptomus-wire.ts';
import { epay } from './epay.ts';
import { usdt } from './usdt.ts';

const NUMBER = 'T1';
const OPTIONS: Record<string, string> = {
  ServerAddress: 'https://gateway.example',
  PayAddress: 'https://epay.example',
  EpayId: '1001',
  EpayKey: 'k',
  UsdtApiUrl: 'https://usdt.example',
  UsdtApiKey: 'k',
  CryptoAPI_Key: 'k',
};
const options = {
  text: (key: string) => OPTIONS[key] ?? '',
  raw: (key: string) => OPTIONS[key] ?? '',
  boolean: () => false,
};

/** A provider's client whose calls all get this response. */
const contextOf = (body: object): PaymentContext => {
  const bytes = Buffer.from(JSON.stringify(body));
  const outbound: Outbound = () =>
    Promise.resolve({ status: 200, headers: {}, bytes, text: bytes.toString() });
  const config = { AIRWALLEX_URL: 'https://cards.example', CRYPTOMUS_URL: 'https://coins.example' };
  const parts = { config, options, outbound, trustedOutbound: outbound, clock: systemClock };
  return parts as unknown as PaymentContext;
};
const orderIn = (currency: string) =>
  ({ trade_no: NUMBER, pay_cents: 1000, buy_cents: 1000, currency, reference: 'r' }) as OrderRow;

const COIN = { coin: { currency: 'USDT', network: 'TRON' } };
const invoice = {
  uuid: 'u',
  order_id: NUMBER,
  amount: '10.00',
  currency: 'USD',
  payer_amount: '10',
  payer_currency: 'USDT',
  address: 'T',
};
const link = { trade_id: 'r', order_id: NUMBER, payment_url: 'https://usdt.example/pay/r' };
const intent = {
  token: 't',
  id: 'int',
  client_secret: 's',
  merchant_order_id: NUMBER,
  amount: 10,
  currency: 'USD',
};

const place = {
  cryptomus: (changes: object) =>
    cryptomus
      .createClient(contextOf({ state: 0, result: { ...invoice, ...changes } }))
      .placeOrder(orderIn('USD'), COIN),
  usdt: (changes: object, currency = 'CNY') =>
    usdt
      .createClient(contextOf({ status_code: 200, data: { ...link, ...changes } }))
      .placeOrder(orderIn(currency), {}),
  airwallex: (changes: object) =>
    airwallex.createClient(contextOf({ ...intent, ...changes })).placeOrder(orderIn('USD')),
};

test.each([
  ['cryptomus', { amount: '1.00' }],
  ['cryptomus', { order_id: 'T2' }],
  ['cryptomus', { currency: 'JPY' }],
  ['cryptomus', { payer_currency: 'SHIB' }],
  ['usdt', { amount: 1 }],
  ['usdt', { amount: '10.01' }],
  ['usdt', { order_id: 'T2' }],
  ['usdt', { fiat: 'USD' }],
  ['airwallex', { amount: 1 }],
  ['airwallex', { currency: 'JPY' }],
  ['airwallex', { merchant_order_id: 'T2' }],
] as const)('an order that %s accepts as another one is not placed: %j', async (id, changes) => {
  await expect(place[id]({})).resolves.toBeDefined();
  await expect(place[id](changes)).rejects.toMatchObject({ code: 'payment_failed' });
});

test('dollars that a stablecoin gateway reads as yuan are not placed', async () => {
  await expect(place.usdt({ amount: 10, actual_amount: 1.38 }, 'USD')).rejects.toMatchObject({
    code: 'payment_failed',
  });
  for (const coins of [10, '9.9', 12.5])
    await expect(place.usdt({ amount: '10', actual_amount: coins }, 'USD')).resolves.toBeDefined();
  const named = { amount: '10', actual_amount: '0.0001', fiat: 'USD' };
  await expect(place.usdt(named, 'USD')).resolves.toBeDefined();
});

const ask = (result: object) =>
  cryptomus
    .createClient(contextOf({ state: 0, result: { ...invoice, ...result } }))
    .queryOrder(orderIn('USD'));

test.each([
  [{ payment_status: 'paid', is_final: true }, 'paid'],
  [{ status: 'paid', payment_status: 'paid', is_final: true }, 'paid'],
  [{ status: 'paid' }, 'paid'],
  [{ status: 'paid', payment_status: 'wrong_amount', is_final: true }, 'waiting'],
  [{ status: 'check', payment_status: 'paid', is_final: true }, 'waiting'],
  [{ status: 'paid', is_final: false }, 'confirming'],
  [{ status: 'paid', is_final: 0 }, 'confirming'],
  [{ status: 'paid', is_final: 'false' }, 'confirming'],
  [{ status: 'paid', is_final: null }, 'confirming'],
  [{ status: 'refund_paid', is_final: true }, 'returned'],
])(
  'an invoice of Cryptomus is paid only if it says so throughout: %j is %s',
  async (result, outcome) => {
    expect(await ask(result)).toMatchObject({ outcome });
  },
);

test('a webhook of Cryptomus about a wallet or a payout pays no order', async () => {
  const client = cryptomus.createClient(contextOf({}));
  const read = async (type: string | undefined) => {
    const text = JSON.stringify({ type, ...invoice, status: 'paid', is_final: true });
    const body = `${text.slice(0, -1)},"sign":"${signCryptomus(text, 'k')}"}`;
    return client.readWebhook({ method: 'POST', query: '', header: () => '', body });
  };
  for (const type of ['payment', undefined])
    expect(await read(type)).toMatchObject({ tradeNo: NUMBER, outcome: 'paid' });
  for (const type of ['wallet', 'payout']) expect(await read(type)).toBe('unrelated');
});

test.each([
  [0, 'waiting'],
  [1, 'paid'],
  [2, 'returned'],
  [3, 'waiting'],
  ['1', 'paid'],
  [true, 'waiting'],
  [[1], 'waiting'],
  ['0x1', 'waiting'],
  ['1e0', 'waiting'],
  [null, 'waiting'],
])('an epay order in state %j is %s', async (status, outcome) => {
  const body = { code: 1, out_trade_no: NUMBER, pid: 1001, money: '10.00', type: 'alipay', status };
  const client = epay.createClient(contextOf(body));
  expect(await client.queryOrder(orderIn('CNY'))).toMatchObject({ outcome });
});

test.each([
  [{ status: 'SUCCEEDED' }, 'paid'],
  [{ status: 'SUCCEEDED', captured_amount: 1 }, 'confirming'],
  [{ status: 'SUCCEEDED', latest_payment_attempt: { refunded_amount: 0 } }, 'paid'],
  [{ status: 'SUCCEEDED', latest_payment_attempt: { refunded_amount: 1 } }, 'returned'],
])('a card payment of %j is %s', async (changes, outcome) => {
  const client = airwallex.createClient(contextOf({ ...intent, ...changes }));
  expect(await client.queryOrder(orderIn('USD'))).toMatchObject({ outcome });
});
