import { expect, test } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import type { PaymentContext } from '../payment-provider.ts';
import { PaymentRefusal } from '../request-provider.ts';
import { paymentProviders } from './index.ts';
import { readStripeRefund } from './stripe-refunds.ts';

type Id = 'stripe' | 'airwallex' | 'epay';
interface Sent {
  url: string;
  body: string;
  headers: Record<string, string>;
}

const OPTIONS: Record<string, string> = {
  StripeApiSecret: 'sk_live_1',
  PayAddress: 'https://epay.example/base',
  EpayId: '1001',
  EpayKey: 'epay-key',
};
const ORDER = { trade_no: 'T1', pay_cents: 1050, reference: 'ref_1' } as OrderRow;

/** Requests a refund with these responses by path; returns what was sent, and the report or the error. */
async function request(
  id: Id,
  responses: Record<string, { status?: number; body: unknown }>,
  { cents = 350, currency = 'USD' } = {},
) {
  const sent: Sent[] = [];
  const outbound: Outbound = ({ url, body = '', headers = {} }) => {
    sent.push({ url, body: String(body), headers: headers as Record<string, string> });
    const path = Object.keys(responses).find((part) => url.includes(part)) ?? '';
    const { status = 200, body: value = {} } = responses[path] ?? {};
    const bytes = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
    return Promise.resolve({ status, headers: {}, bytes, text: bytes.toString() });
  };
  const options = { text: (key: string) => OPTIONS[key] ?? '', boolean: () => false };
  const config = { STRIPE_URL: 'https://stripe.example', AIRWALLEX_URL: 'https://cards.example' };
  const parts = { config, options, outbound, trustedOutbound: outbound, clock: systemClock };
  const { refunds } = paymentProviders[id].createClient(parts as unknown as PaymentContext);
  const refund = { order: { ...ORDER, currency }, number: 'T1-R1', cents };
  const result = await refunds.request(refund).catch((error: unknown) => error);
  return { sent, result, last: sent.at(-1) };
}

const SESSION = { 'checkout/sessions': { body: { payment_intent: 'pi_1' } } };
const LOGIN = { 'authentication/login': { status: 201, body: { token: 't' } } };
const UNREFUNDED = { 'act=order': { body: { code: 1, pid: 1001, out_trade_no: 'T1', status: 1 } } };

// Source: Stripe, API reference, Create a refund; Idempotent requests.
test('Stripe gets the payment, the smallest unit, our number as key and in the metadata', async () => {
  const made = { body: { id: 're_1', status: 'succeeded' } };
  const { last, result } = await request('stripe', { ...SESSION, 'v1/refunds': made });
  expect(last?.url).toBe('https://stripe.example/v1/refunds');
  expect(last?.headers).toMatchObject({
    'idempotency-key': 'T1-R1',
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(Object.fromEntries(new URLSearchParams(last?.body))).toEqual({
    payment_intent: 'pi_1',
    amount: '350',
    reason: 'requested_by_customer',
    'metadata[tollgate_refund]': 'T1-R1',
    'metadata[tollgate_order]': 'T1',
  });
  expect(result).toMatchObject({ state: 'succeeded', reference: 're_1' });
  const yen = { cents: 30_000, currency: 'JPY' };
  const inYen = await request('stripe', { ...SESSION, 'v1/refunds': made }, yen);
  expect(new URLSearchParams(inYen.last?.body).get('amount')).toBe('300');
});

test.each([
  ['succeeded', 'succeeded'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['something_new', 'pending'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])('a refund that Stripe calls %s is %s', async (status, state) => {
  const refunds = { 'v1/refunds': { body: { id: 're_1', status } } };
  expect((await request('stripe', { ...SESSION, ...refunds })).result).toMatchObject({ state });
});

// Source: Airwallex, Payments API, Refunds: amounts in whole units, request_id of at most 64 characters.
test('Airwallex gets the intent, whole units and our number as request ID', async () => {
  const refunds = { 'refunds/create': { status: 201, body: { id: 'rfd_1', status: 'RECEIVED' } } };
  const { last, result } = await request('airwallex', { ...LOGIN, ...refunds });
  expect(last?.url).toBe('https://cards.example/api/v1/pa/refunds/create');
  expect(JSON.parse(last?.body ?? '')).toEqual({
    request_id: 'T1-R1',
    payment_intent_id: 'ref_1',
    amount: 3.5,
    reason: 'requested_by_customer',
  });
  expect(result).toMatchObject({ state: 'pending', reference: 'rfd_1' });
});

test.each([
  ['SETTLED', 'succeeded'],
  ['ACCEPTED', 'pending'],
  ['FAILED', 'failed'],
])('a refund that Airwallex calls %s is %s', async (status, state) => {
  const refunds = { 'refunds/create': { status: 201, body: { id: 'rfd_1', status } } };
  expect((await request('airwallex', { ...LOGIN, ...refunds })).result).toMatchObject({ state });
});

// Source: the epay family's api.php (reference/protocols/epay.md, section 6).
test('epay gets account, key, our order number and the amount as a form, after a look at the order', async () => {
  const refund = { 'act=refund': { body: { code: 0, refund_no: '7', money: '3.50' } } };
  const { sent, last, result } = await request('epay', { ...UNREFUNDED, ...refund });
  expect(sent).toHaveLength(2);
  expect(last?.url).toBe('https://epay.example/base/api.php?act=refund');
  expect(Object.fromEntries(new URLSearchParams(last?.body))).toEqual({
    pid: '1001',
    key: 'epay-key',
    out_trade_no: 'T1',
    money: '3.50',
  });
  expect(result).toMatchObject({ state: 'succeeded', reference: '7' });
  const older = { 'act=refund': { body: { code: '1', msg: '退款成功' } } };
  expect((await request('epay', { ...UNREFUNDED, ...older })).result).toMatchObject({
    state: 'succeeded',
  });
});

const stripeSays = (status: number, error: object) =>
  ['stripe', { ...SESSION, 'v1/refunds': { status, body: { error } } }] as const;
const cardsSay = (status: number, code: string) =>
  ['airwallex', { ...LOGIN, 'refunds/create': { status, body: { code, message: code } } }] as const;
const epaySays = (body: unknown, status = 200) =>
  ['epay', { ...UNREFUNDED, 'act=refund': { status, body } }] as const;

test.each([
  stripeSays(400, { code: 'charge_already_refunded', message: 'has already been refunded' }),
  stripeSays(402, { type: 'card_error', message: 'no' }),
  cardsSay(400, 'invalid_argument'),
  cardsSay(404, 'resource_not_found'),
  epaySays({ code: -1, msg: '余额不足' }),
  epaySays({ code: -2, msg: '未开启' }),
  ['epay', { 'act=order': { status: 500, body: 'down' } }] as const,
  ['stripe', { 'checkout/sessions': { body: { payment_intent: null } } }] as const,
])('a refusal by %s says that nothing was returned, and why (%#)', async (id, responses) => {
  const { result } = await request(id, responses);
  expect(result).toBeInstanceOf(PaymentRefusal);
  expect((result as PaymentRefusal).reason).not.toBe('');
});

test.each([
  stripeSays(409, { code: 'idempotency_key_in_use' }),
  stripeSays(400, { type: 'idempotency_error' }),
  stripeSays(429, {}),
  stripeSays(500, { type: 'api_error' }),
  ['stripe', { ...SESSION, 'v1/refunds': { body: '<html>' } }] as const,
  cardsSay(400, 'duplicate_request'),
  cardsSay(429, 'too_many_requests'),
  cardsSay(500, 'internal_error'),
  epaySays('<html>bad gateway', 502),
  epaySays({ msg: 'what?' }),
])('a response of %s that does not tell leaves the outcome unknown (%#)', async (id, responses) => {
  const { result } = await request(id, responses);
  expect(result).toBeInstanceOf(Error);
  expect(result).not.toBeInstanceOf(PaymentRefusal);
});

test('an event of Stripe about a refund names it, unless it was not made here', () => {
  const metadata = { tollgate_order: 'T1', tollgate_refund: 'T1-R1' };
  const refund = { id: 're_1', amount: 300, currency: 'jpy', status: 'failed', metadata };
  expect(readStripeRefund(refund)).toMatchObject({
    tradeNo: 'T1',
    cents: 30_000,
    refund: { number: 'T1-R1', state: 'failed', reference: 're_1' },
  });
  expect(readStripeRefund({ ...refund, metadata: {} })).toBe('unrelated');
});
