import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OptionStore } from '../../options/options.ts';
import { readAirwallexWebhook } from './airwallex.ts';
import { openCryptomusWebhook, signCryptomus } from './cryptomus-wire.ts';
import { readEpayWebhook } from './epay.ts';
import { readCents } from '../read-cents.ts';
import { signSorted } from './sign-sorted.ts';
import { readUsdtWebhook } from './usdt.ts';

const EPAY_KEY = 'Zk8Qw2mN5tR7vB1xC4yD6fG9hJ0kL3pS';
const COIN_KEY = 'TESTKEY0123456789abcdefghijklmnopqrstuvwxyz';
const SIGN_NAMES = ['sign', 'sign_type', 'signature'];

test("an epay form is signed as in the protocol's worked example", () => {
  const form = {
    pid: '1001',
    type: 'alipay',
    out_trade_no: 'USR7NO1760000000abc123',
    notify_url: 'https://gw.example.com/api/user/epay/notify',
    return_url: 'https://gw.example.com/log',
    name: 'TUC10',
    money: '73.00',
    device: 'pc',
    param: ' ',
    sign_type: 'MD5',
  };
  expect(signSorted(form, EPAY_KEY, SIGN_NAMES)).toBe('4a7395c557cc7bb6a27f4c7183a296a0');
});

const optionsOf = (values: Record<string, string>) =>
  ({ text: (key: string) => values[key] ?? '' }) as OptionStore;

const callback = {
  money: '73',
  name: 'TUC10',
  out_trade_no: 'USR7NO1760000000abc123',
  pid: '1001',
  trade_no: '2025100912345654321',
  trade_status: 'TRADE_SUCCESS',
  type: 'alipay',
  sign: 'fff4e338b30f3dc9493ebd7be41f4c15',
  sign_type: 'MD5',
};
const merchant = { EpayId: '1001', EpayKey: EPAY_KEY };

test("an epay webhook is accepted if it has the worked example's signature", () => {
  expect(readEpayWebhook(optionsOf(merchant), callback)).toEqual({
    provider: 'epay',
    tradeNo: 'USR7NO1760000000abc123',
    reference: '2025100912345654321',
    outcome: 'paid',
    cents: 7300,
    method: 'zfb',
  });
});

test.each([
  ['another amount', { money: '74' }, merchant],
  ['a field more', { param: 'x' }, merchant],
  ['no signature', { sign: '' }, merchant],
  [
    'a signature in capitals of another key',
    { sign: callback.sign.toUpperCase() },
    { ...merchant, EpayKey: 'other' },
  ],
  [
    'the signature of no key',
    { sign: signSorted(callback, '', SIGN_NAMES) },
    { ...merchant, EpayKey: '' },
  ],
  ['the pid of another merchant', {}, { ...merchant, EpayId: '1002' }],
])('an epay webhook with %s is refused', (_what, changes, options) => {
  expect(readEpayWebhook(optionsOf(options), { ...callback, ...changes })).toBeUndefined();
});

test.each([
  [
    'an amount inside another field',
    { name: 'TUC10&out_trade_no=USR7NO1760000000abc123', out_trade_no: undefined },
  ],
  [
    'a name that holds the next field',
    { money: undefined, 'money=73&name': 'TUC10', name: undefined },
  ],
  ['a line break', { name: 'TUC10\n' }],
])('an epay webhook whose signed text is ambiguous (%s) is refused', (_what, changes) => {
  const fields = Object.fromEntries(
    Object.entries({ ...callback, ...changes }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  const sign = signSorted(fields, EPAY_KEY, SIGN_NAMES);
  expect(readEpayWebhook(optionsOf(merchant), { ...fields, sign })).toBeUndefined();
});

test('an epusdt webhook whose signed text is ambiguous is refused', () => {
  const options = optionsOf({ UsdtApiKey: 'k', UsdtMerchantId: 'm' });
  const read = (fields: Record<string, unknown>) =>
    readUsdtWebhook(
      options,
      JSON.stringify({ ...fields, signature: signSorted(fields, 'k', SIGN_NAMES) }),
    );
  expect(read({ amount: 5, order_id: 'o', status: 2 })).toMatchObject({ outcome: 'paid' });
  expect(read({ amount: 5, order_id: 'o&status=2' })).toBeUndefined();
  expect(read({ 'amount=5&order_id': 'o', status: 2 })).toBeUndefined();
});

test('epusdt’s worked examples are reproduced, with numbers without trailing zeros', () => {
  const order = {
    order_id: '20220201030210321',
    amount: 42,
    notify_url: 'http://example.com/notify',
    redirect_url: 'http://example.com/redirect',
  };
  const key = 'epusdt_password_xasddawqe';
  expect(signSorted(order, key, SIGN_NAMES)).toBe('1cd4b52df5587cfb1968b0c0c6e156cd');
  const notice: unknown = JSON.parse(
    '{"trade_id":"202203251648208648961728","order_id":"2022123321312321321","amount":100.00,"actual_amount":15.6250,"token":"TNEns8t9jbWENbStkQdVQtHMGpbsYsQjZK","block_transaction_id":"123333333321232132131","status":2}',
  );
  expect(signSorted(notice as object as Record<string, unknown>, key, SIGN_NAMES)).toBe(
    'a9a2530ea673dbf920e50ff6a9ce4789',
  );
});

const webhook = String.raw`{"type":"payment","uuid":"62f88b36-a9d5-4fa6-aa26-e040c3dbf26d","order_id":"CR-7-1760000000","amount":"10.00000000","payment_amount":"10.00000000","payment_amount_usd":"10.00","merchant_amount":"9.80000000","commission":"0.20000000","is_final":true,"status":"paid","from":"THgEWubVc8tPKXLJ4VZ5zbiiAK7AgqSeGH","wallet_address_uuid":null,"network":"tron","currency":"USD","payer_currency":"USDT","payer_amount":"10.00000000","payer_amount_exchange_rate":"1.00000000","additional_data":"user\/7 充值","txid":"6f0d9c8374db57cac0d806251473de754f361c83a03cd805f74aa9da3193486b"}`;
const signed = (text: string, sign: string) => `${text.slice(0, -1)},"sign":"${sign}"}`;

test('Cryptomus’ worked examples are reproduced', () => {
  const body =
    '{"amount":"10.00","currency":"USD","order_id":"CR-7-1760000000","network":"tron","to_currency":"USDT","url_callback":"https://gw.example.com/api/cryptomus/webhook","lifetime":3600}';
  expect(signCryptomus(body, COIN_KEY)).toBe('ed163e698d958be999ce178657340608');
  expect(signCryptomus('{}', COIN_KEY)).toBe('d184a334296a938f075555bc3a9f2b3a');
  expect(signCryptomus('', COIN_KEY)).toBe('afc6cccd458a9f73ade7d579b8961bf1');
});

test('a Cryptomus webhook that is mostly blanks is refused as fast as any', () => {
  const blanks = ' '.repeat(1_000_000);
  expect(openCryptomusWebhook(`{${blanks}"sign":"00"${blanks}}`, COIN_KEY)).toBeUndefined();
});

test('a Cryptomus webhook is read as it was sent, and also with the signature first', () => {
  const sign = 'f5ef78a2d2ecdf448ef050086cc271ef';
  const { sign: _none, ...fields } = JSON.parse(signed(webhook, sign)) as Record<string, unknown>;
  expect(openCryptomusWebhook(signed(webhook, sign), COIN_KEY)).toEqual(fields);
  const inFront = `{"sign":"${sign}",${webhook.slice(1)}`;
  expect(openCryptomusWebhook(inFront, COIN_KEY)).toEqual(fields);
});

test.each([
  [
    'changed',
    signed(webhook.replace('10.00', '99.00'), 'f5ef78a2d2ecdf448ef050086cc271ef'),
    COIN_KEY,
  ],
  ['unsigned', webhook, COIN_KEY],
  ['signed by nobody’s key', signed(webhook, signCryptomus(webhook, '')), ''],
  ['no JSON', 'sign', COIN_KEY],
])('a Cryptomus webhook that is %s is refused', (_what, text, key) => {
  expect(openCryptomusWebhook(text, key)).toBeUndefined();
});

const event =
  '{"id":"evt_100_2025100900000000000_0001","name":"payment_intent.succeeded","accountId":"acct_demo","data":{"object":{"id":"int_hkdmdemo0001","merchant_order_id":"AW-7-1760000000","amount":10.5,"currency":"USD","captured_amount":10.5,"status":"SUCCEEDED"}}}';
const card = {
  text: event,
  timestamp: '1760000000123',
  signature: '524a647ef0776f44c4fe6c2497487ab91ba538c80763cf45ee2a75e258d8b679',
};
const desk = { secret: 'whsec_airwallex_demo_secret', nowMs: 1_760_000_000_123 };

test("an Airwallex webhook is accepted if it has the worked example's signature", () => {
  expect(readAirwallexWebhook(card, desk)).toEqual({
    provider: 'airwallex',
    tradeNo: 'AW-7-1760000000',
    reference: 'int_hkdmdemo0001',
    outcome: 'paid',
    cents: 1050,
    currency: 'USD',
  });
});

const cardEvent = (name: string, object: object) => {
  const text = JSON.stringify({ name, data: { object } });
  const signature = createHmac('sha256', desk.secret)
    .update(card.timestamp + text)
    .digest('hex');
  return readAirwallexWebhook({ ...card, text, signature }, desk);
};

test.each([
  ['refund.received', 'RECEIVED', 'returned'],
  ['refund.settled', 'SETTLED', 'returned'],
  ['payment_dispute.requires_response', 'REQUIRES_RESPONSE', 'returned'],
  ['payment_dispute.lost', 'LOST', 'returned'],
  ['refund.failed', 'FAILED', undefined],
  ['refund.updated', 'FAILED', undefined],
  ['payment_dispute.won', 'WON', undefined],
  ['payment_dispute.reversed', 'REVERSED', undefined],
  ['payout.paid', 'PAID', undefined],
])('a card event %s (%s) is read as %s', (name, status, outcome) => {
  const event = cardEvent(name, { payment_intent_id: 'int_1', amount: 1, status });
  const read = { provider: 'airwallex', tradeNo: '', reference: 'int_1', cents: 100, outcome };
  expect(event).toEqual(outcome ? read : 'unrelated');
});

test.each([
  ['changed', { ...card, text: event.replace('10.5', '99.5') }, desk],
  ['older than five minutes', card, { ...desk, nowMs: desk.nowMs + 300_001 }],
  ['from the future', card, { ...desk, nowMs: desk.nowMs - 300_001 }],
  ['of another time than signed', { ...card, timestamp: '1760000000124' }, desk],
  ['without a secret on our side', card, { ...desk, secret: '' }],
])('an Airwallex webhook that is %s is refused', (_what, input, at) => {
  expect(readAirwallexWebhook(input, at)).toBeUndefined();
});

test.each([
  [73, 7300],
  ['73', 7300],
  ['73.00', 7300],
  ['10.50000000', 1050],
  [0.1, 10],
  [1.15, 115],
  ['0.005', undefined],
  [73.001, undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
  [null, undefined],
  [1e30, undefined],
])('an amount of %s reads as %s hundredths', (input, cents) => {
  expect(readCents(input)).toBe(cents);
});
