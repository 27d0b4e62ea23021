import { findOption } from '@tollgate/contract';
import { smallestCents } from '@tollgate/pricing';
import { startStripeSimulator, type StripeSimulator } from '@tollgate/simulators';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound } from '../../../platform/outbound.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import type { PaymentContext, WebhookRequest } from '../payment-provider.ts';
import { stripe } from './stripe.ts';
import { readStripeAmount, toStripeAmount } from './stripe-amounts.ts';
import { openStripeWebhook } from './stripe-wire.ts';

const NOW = 1_760_000_000;
const NUMBER = 'T1';
const ORDER = {
  trade_no: NUMBER,
  buy_cents: 1000,
  pay_cents: 1050,
  currency: 'USD',
  reference: null,
  expires_at: NOW + 3600,
} as OrderRow;

let simulator: StripeSimulator;
let context: PaymentContext;
let sdk: Stripe;
/** What the simulator sent to the webhook. */
let received: WebhookRequest[];
let listener: ReturnType<typeof createServer>;
beforeAll(async () => {
  simulator = await startStripeSimulator({ secret: 'x', now: () => NOW * 1000 });
  listener = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = '', headers } = request;
    received.push({ method, query: '', body, header: (name) => String(headers[name] ?? '') });
    response.end('ok');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const options: Record<string, string> = {
    SystemName: 'Tollgate',
    ServerAddress: 'https://gateway.example',
    ...simulator.register(`http://127.0.0.1:${port}`),
  };
  context = {
    config: { STRIPE_URL: `${simulator.url}/` },
    options: { text: (key: string) => options[key] ?? '' },
    trustedOutbound: createOutbound(true),
    clock: { nowMs: () => NOW * 1000 },
  } as unknown as PaymentContext;
  const { hostname, port: simulatorPort } = new URL(simulator.url);
  sdk = new Stripe(options.StripeApiSecret ?? '', {
    host: hostname,
    port: simulatorPort,
    protocol: 'http',
    telemetry: false,
  });
});
afterAll(async () => {
  await simulator.close();
  await new Promise((resolve) => listener.close(resolve));
});
beforeEach(() => {
  simulator.checkouts.clear();
  received = [];
});

const client = () => stripe.createClient(context);
const place = (changes: Partial<OrderRow> = {}) =>
  Promise.resolve(client().placeOrder({ ...ORDER, ...changes }));
/** Reads the last webhook that was sent. */
const read = () => client().readWebhook(received.at(-1) as WebhookRequest);

describe('the wire of Stripe’s own library', () => {
  test('it asks for a payment page as we do', async () => {
    await place();
    const ours = simulator.calls.at(-1);
    simulator.checkouts.clear();
    await sdk.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: NUMBER,
        metadata: { tollgate_order: NUMBER },
        payment_intent_data: { metadata: { tollgate_order: NUMBER } },
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: 1050,
              product_data: { name: 'Tollgate · USD 10.00' },
            },
          },
        ],
        adaptive_pricing: { enabled: false },
        success_url: 'https://gateway.example/checkout-success',
        cancel_url: 'https://gateway.example/topup',
        expires_at: NOW + 3600,
      },
      { idempotencyKey: NUMBER },
    );
    const theirs = simulator.calls.at(-1);
    const fields = (text = '') => Object.fromEntries(new URLSearchParams(text));
    expect(fields(ours?.text)).toEqual(fields(theirs?.text));
    expect([ours?.method, ours?.path]).toEqual([theirs?.method, theirs?.path]);
    for (const name of ['authorization', 'idempotency-key', 'content-type', 'stripe-version'])
      expect([name, ours?.headers[name]]).toEqual([name, theirs?.headers[name]]);
  });

  test('it reads the sessions, payments and refusals of the simulator', async () => {
    const { reference = '' } = await place();
    simulator.pay(NUMBER);
    const session = await sdk.checkout.sessions.retrieve(reference, {
      expand: ['payment_intent.latest_charge'],
    });
    const payment = session.payment_intent as Stripe.PaymentIntent;
    expect(payment.latest_charge).toMatchObject({
      amount: 1050,
      metadata: { tollgate_order: NUMBER },
    });
    expect((await sdk.paymentIntents.retrieve(payment.id)).latest_charge).toMatch(/^ch_/);
    await expect(sdk.checkout.sessions.retrieve('cs_unknown')).rejects.toThrow(
      Stripe.errors.StripeInvalidRequestError,
    );
  });

  test('it accepts the webhooks of the simulator', async () => {
    await place();
    simulator.pay(NUMBER);
    await simulator.notify(NUMBER);
    await simulator.giveBack?.(NUMBER);
    await simulator.dispute(NUMBER);
    const secret = context.options.text('StripeWebhookSecret');
    const types = received.map(({ body, header }) => {
      const signature = header('stripe-signature');
      return sdk.webhooks.constructEvent(body, signature, secret, 300, undefined, NOW).type;
    });
    expect(types).toEqual([
      'checkout.session.completed',
      'charge.refunded',
      'charge.dispute.created',
    ]);
  });
});

const PAYLOAD = '{"id":"evt_1","object":"event","type":"checkout.session.completed"}';
const sign = (changes: { secret?: string; timestamp?: number; payload?: string } = {}) =>
  Stripe.webhooks.generateTestHeaderString({
    payload: PAYLOAD,
    secret: 'whsec_test_secret',
    timestamp: NOW,
    ...changes,
  });
const open = (
  signature: string,
  changes: { secret?: string; text?: string; seconds?: number } = {},
) =>
  openStripeWebhook(
    { text: changes.text ?? PAYLOAD, signature },
    {
      secret: changes.secret ?? 'whsec_test_secret',
      key: '',
      nowMs: (changes.seconds ?? NOW) * 1000,
    },
  );

test('a webhook that Stripe’s own library signed is opened, also while the secret is changed', () => {
  const opened = { type: 'checkout.session.completed', object: {} };
  expect(open(sign())).toEqual(opened);
  const [, former] = sign({ secret: 'the former' }).split(',');
  expect(open(`${sign()},${former}`)).toEqual(opened);
  const [time, current] = sign().split(',');
  expect(open(`${time}, ${former}, ${current}`)).toEqual(opened);
});

test('the worked example of the protocol is reproduced', () => {
  const v1 = '3b9f5680a51274ae1c10d2d60cbaf203de6f8f14fc159777fa0a4e65248551cd';
  expect(open(`t=1760000000,v1=${v1}`)).toBeDefined();
});

test.each([
  ['changed', sign(), { text: PAYLOAD.replace('completed', 'expired') }],
  ['older than five minutes', sign({ timestamp: NOW - 301 }), {}],
  ['from the future', sign({ timestamp: NOW + 301 }), {}],
  ['of another time than signed', sign().replace(`t=${NOW}`, `t=${NOW - 1}`), {}],
  ['signed with another secret', sign({ secret: 'whsec_other' }), {}],
  ['signed in an older scheme only', sign().replace('v1=', 'v0='), {}],
  ['of two times', `${sign()},t=${NOW}`, {}],
  ['without a time', sign().replace(/t=\d+,/, ''), {}],
  ['unsigned', '', {}],
  ['signed with nothing, without a secret on our side', sign({ secret: '' }), { secret: '' }],
])('a webhook that is %s is refused', (_what, signature, changes) => {
  expect(open(signature, changes)).toBeUndefined();
});

test.each([
  ['sk_live_x', false, false],
  ['rk_live_x', undefined, false],
  ['sk_test_x', true, false],
  ['sk_live_x', true, true],
  ['rk_test_x', false, true],
])('with the key %s, a webhook whose livemode is %s is opened: %s', (key, livemode, isOpened) => {
  const payload = JSON.stringify({ type: 'charge.refunded', livemode });
  const signed = { text: payload, signature: sign({ payload }) };
  const account = { secret: 'whsec_test_secret', key, nowMs: NOW * 1000 };
  expect(openStripeWebhook(signed, account) !== undefined).toBe(isOpened);
});

describe('what an event says about an order', () => {
  beforeEach(() => place());

  test.each([
    ['completed', { status: 'complete', payment_status: 'paid' }, 'paid'],
    ['async_payment_succeeded', { status: 'complete', payment_status: 'paid' }, 'paid'],
    ['completed', { status: 'complete', payment_status: 'unpaid' }, 'confirming'],
    ['completed', { status: 'complete', payment_status: 'no_payment_required' }, 'waiting'],
    ['completed', { status: 'open', payment_status: 'paid' }, 'waiting'],
    ['completed', { status: 'complete' }, 'confirming'],
    ['async_payment_failed', { status: 'complete', payment_status: 'unpaid' }, 'failed'],
    ['expired', { status: 'expired', payment_status: 'unpaid' }, 'expired'],
  ])('checkout.session.%s with %j is %s', async (name, fields, outcome) => {
    await simulator.notify(NUMBER, { type: `checkout.session.${name}`, fields });
    const { id: reference } = simulator.checkouts.of(NUMBER).session;
    expect(await read()).toEqual({
      provider: 'stripe',
      tradeNo: NUMBER,
      reference,
      outcome,
      cents: 1050,
      currency: 'USD',
    });
  });

  test.each([
    ['a subscription', { mode: 'subscription' }],
    ['another shop', { metadata: {} }],
    ['another shop with numbers of its own', { client_reference_id: 'T2' }],
    ['nothing', { client_reference_id: null, metadata: { tollgate_order: null } }],
  ])('an event about a session for %s pays no order', async (_what, changes) => {
    const fields = { status: 'complete', payment_status: 'paid', ...changes };
    await simulator.notify(NUMBER, { fields });
    expect(await read()).toBe('unrelated');
  });

  test('a refund, whole or in part, is money that went back', async () => {
    simulator.pay(NUMBER);
    await simulator.giveBack?.(NUMBER);
    const returned = { provider: 'stripe', tradeNo: NUMBER, outcome: 'returned', cents: 1050 };
    expect(await read()).toEqual({ ...returned, isTotal: true, reference: undefined });
    await simulator.notify(NUMBER, { type: 'charge.refunded', fields: { metadata: {} } });
    expect(await read()).toBe('unrelated');
  });

  test.each([
    ['created', { status: 'needs_response' }, 1050],
    ['created', { status: 'warning_needs_response', amount: 1 }, 1],
    ['closed', { status: 'lost' }, 1050],
    ['created', { status: 'needs_response', currency: 'eur' }, undefined],
    ['closed', { status: 'won' }, 'unrelated'],
    ['closed', { status: 'warning_closed' }, 'unrelated'],
    ['updated', { status: 'under_review' }, 'unrelated'],
    ['created', { status: 'needs_response', payment_intent: null }, 'unrelated'],
  ])(
    'charge.dispute.%s with %j is read as money that went back, or not',
    async (name, fields, cents) => {
      simulator.pay(NUMBER);
      await simulator.dispute(NUMBER, { type: `charge.dispute.${name}`, fields });
      const returned = { tradeNo: NUMBER, outcome: 'returned', cents };
      const event = await read();
      if (cents === 'unrelated') expect(event).toBe('unrelated');
      else expect(event).toMatchObject(returned);
    },
  );

  test('a dispute about another shop’s payment is not ours', async () => {
    simulator.pay(NUMBER);
    const { payment } = simulator.checkouts.of(NUMBER);
    Object.assign(payment?.intent ?? {}, { metadata: {} });
    await simulator.dispute(NUMBER);
    expect(await read()).toBe('unrelated');
  });
});

describe('a queried order', () => {
  test.each([
    ['paid', {}, 'paid'],
    ['refunded in part', { amount_refunded: 1 }, 'returned'],
    ['disputed', { disputed: true }, 'returned'],
  ])('that is %s is reported as such', async (_what, changes, outcome) => {
    const { reference = '' } = await place();
    simulator.pay(NUMBER);
    Object.assign(simulator.checkouts.of(NUMBER).payment?.charge ?? {}, changes);
    const event = await client().queryOrder({ ...ORDER, reference });
    expect(event).toMatchObject({ tradeNo: NUMBER, reference, outcome, cents: 1050 });
  });

  test('whose payment failed afterwards has failed', async () => {
    const { reference = '' } = await place();
    simulator.pay(NUMBER);
    const { session, payment } = simulator.checkouts.of(NUMBER);
    session.payment_status = 'unpaid';
    const ask = () => client().queryOrder({ ...ORDER, reference });
    Object.assign(payment?.intent ?? {}, { status: 'processing' });
    expect(await ask()).toMatchObject({ outcome: 'confirming' });
    Object.assign(payment?.intent ?? {}, { status: 'requires_payment_method' });
    expect(await ask()).toMatchObject({ outcome: 'failed' });
  });

  test('that Stripe never received is not known there', async () => {
    expect(await client().queryOrder(ORDER)).toBeUndefined();
  });
});

// Source: docs.stripe.com/currencies, of November 2026. UGX is written with hundredths nevertheless.
const ZERO_DECIMAL = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const THREE_DECIMAL = 'BHD JOD KWD OMR TND'.split(' ');
const { choices = [] } = findOption('StripeCurrency') ?? {};

test.each(choices)('%s is counted as Stripe counts it, without a fraction', (currency) => {
  expect(THREE_DECIMAL).not.toContain(currency);
  const isWhole = ZERO_DECIMAL.includes(currency);
  if (isWhole) expect(smallestCents(currency)).toBe(100);
  expect(toStripeAmount(150_000, currency)).toBe(isWhole ? 1500 : 150_000);
  expect(readStripeAmount(isWhole ? 1500 : 150_000, currency)).toBe(150_000);
  for (const odd of ['1500', 1.5, -1, null, 1e20])
    expect(readStripeAmount(odd, currency)).toBeUndefined();
});

test('an order in yen asks for yen, and a price with hundredths of one is refused', async () => {
  await place({ pay_cents: 150_000, currency: 'JPY' });
  const fields = new URLSearchParams(simulator.calls.at(-1)?.text);
  expect(fields.get('line_items[0][price_data][unit_amount]')).toBe('1500');
  simulator.pay(NUMBER);
  await simulator.notify(NUMBER);
  expect(await read()).toMatchObject({ outcome: 'paid', cents: 150_000, currency: 'JPY' });
  await expect(place({ pay_cents: 150_050, currency: 'JPY' })).rejects.toThrow(RangeError);
});

test.each([
  ['another amount', { amount_total: 1 }],
  ['another currency', { currency: 'jpy' }],
  ['another number', { client_reference_id: 'T2' }],
  ['another mode', { mode: 'setup' }],
  ['no page', { url: null }],
  ['a script for a page', { url: 'javascript:alert(1)' }],
])('a session with %s than asked for is not placed', async (_what, changes) => {
  await place();
  Object.assign(simulator.checkouts.of(NUMBER).session, changes);
  // The same key returns the same session, now changed.
  await expect(place()).rejects.toMatchObject({ code: 'payment_failed' });
});
