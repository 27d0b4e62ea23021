import { AppError } from '../../../platform/app-error.ts';
import { isObject, textOf } from '../../../platform/lenient-json.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import { formatCents } from '../format-cents.ts';
import { isWebAddress } from '../is-web-address.ts';
import type { PaymentEvent } from '../payment-event.ts';
import type { PaymentProvider, PlacedOrder } from '../payment-provider.ts';
import { consolePageUrl } from '../webhook-url.ts';
import { readStripeAmount, toStripeAmount } from './stripe-amounts.ts';
import { isForeignFailure, readStripeRefund, stripeRefunds } from './stripe-refunds.ts';
import {
  callStripe,
  openStripeWebhook,
  ORDER_FIELD,
  type StripeContext,
  type StripeEvent,
} from './stripe-wire.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Disputes that took or will take no money. */
const DISMISSED = new Set(['won', 'warning_closed', 'prevented']);

/** Stripe: its payment page (a Checkout Session), in a currency and at a price of the operator's. */
export const stripe = {
  id: 'stripe',
  price: (options) => ({
    currency: options.text('StripeCurrency'),
    price: options.number('StripePrice'),
  }),
  webhook: {
    path: '/api/stripe/webhook',
    methods: ['POST'],
    acknowledgement: 'ok',
    rejectedStatus: 400,
    needsAddress: true,
    operation: 'Stripe',
  },
  // Keys are kept for a day at least.
  refund: { parts: 'any', repeatableSeconds: 23 * 3600, needsReference: true },
  createClient: (context) => ({
    placeOrder: (order) => createSession(context, order),
    async readWebhook({ body, header }) {
      const { options, clock } = context;
      const event = openStripeWebhook(
        { text: body, signature: header('stripe-signature') },
        {
          secret: options.text('StripeWebhookSecret'),
          key: options.text('StripeApiSecret'),
          nowMs: clock.nowMs(),
        },
      );
      return event && readEvent(context, event);
    },
    queryOrder: (order) => querySession(context, order),
    refunds: stripeRefunds(context),
  }),
} as const satisfies PaymentProvider;

/** Creates a payment page for an order. Throws AppError payment_failed. */
async function createSession(context: StripeContext, order: OrderRow): Promise<PlacedOrder> {
  const { options } = context;
  const { trade_no: tradeNo, currency } = order;
  const amount = toStripeAmount(order.pay_cents, currency);
  const item = 'line_items[0]';
  const session = await callStripe(context, '/v1/checkout/sessions', {
    idempotencyKey: tradeNo,
    fields: {
      mode: 'payment',
      client_reference_id: tradeNo,
      [`metadata[${ORDER_FIELD}]`]: tradeNo,
      [`payment_intent_data[metadata][${ORDER_FIELD}]`]: tradeNo,
      [`${item}[quantity]`]: '1',
      [`${item}[price_data][currency]`]: currency.toLowerCase(),
      [`${item}[price_data][unit_amount]`]: String(amount),
      [`${item}[price_data][product_data][name]`]: `${options.text('SystemName')} · USD ${formatCents(order.buy_cents)}`,
      // Otherwise the payer may choose a currency, and older versions report that one.
      'adaptive_pricing[enabled]': 'false',
      success_url: consolePageUrl(options, '/checkout-success'),
      cancel_url: consolePageUrl(options, '/topup'),
      expires_at: String(order.expires_at),
    },
  });
  const reference = textOf(session.id);
  const url = textOf(session.url);
  const isAsOrdered =
    session.mode === 'payment' &&
    session.client_reference_id === tradeNo &&
    session.currency === currency.toLowerCase() &&
    session.amount_total === amount;
  if (reference === '' || !isAsOrdered || !isWebAddress(url))
    throw new AppError(
      'payment_failed',
      {},
      { internal: 'stripe: another session than asked for, or one without a page' },
    );
  return { reference, url };
}

/** Reads an event; 'unrelated' if it is not about an order of ours, as accounts may serve other shops. */
async function readEvent(
  context: StripeContext,
  { type, object }: StripeEvent,
): Promise<PaymentEvent | 'unrelated'> {
  if (type.startsWith('checkout.session.')) return readSession(object, type) ?? 'unrelated';
  if (/^refund\.|^charge\.refund\./.test(type))
    return isForeignFailure(object)
      ? readForeignFailure(context, object)
      : readStripeRefund(object);
  if (type === 'charge.refunded') {
    const event = readReturn(object, object, object.amount_refunded);
    return event === 'unrelated' ? event : { ...event, isTotal: true };
  }
  const isDispute = /^charge\.dispute\.(created|closed)$/.test(type);
  const payment = textOf(object.payment_intent);
  if (!isDispute || DISMISSED.has(textOf(object.status)) || payment === '') return 'unrelated';
  // A dispute names the payment only.
  const intent = await callStripe(context, `/v1/payment_intents/${encodeURIComponent(payment)}`);
  return readReturn(intent, object, object.amount);
}

/** Reads a refund that was made at Stripe's site and failed, which names its payment only. */
async function readForeignFailure(
  context: StripeContext,
  refund: Fields,
): Promise<PaymentEvent | 'unrelated'> {
  const payment = encodeURIComponent(textOf(refund.payment_intent));
  const intent = await callStripe(context, `/v1/payment_intents/${payment}`);
  const event = readReturn(intent, refund, refund.amount);
  if (event === 'unrelated') return event;
  return { ...event, refund: { number: '', state: 'failed', reference: textOf(refund.id) } };
}

/** Reads a refund or a dispute of a payment, which may have another currency. */
function readReturn(
  payment: Fields,
  { currency }: Fields,
  amount: unknown,
): PaymentEvent | 'unrelated' {
  const tradeNo = orderOf(payment);
  if (tradeNo === '') return 'unrelated';
  const isSameCurrency = currency === payment.currency;
  return {
    provider: 'stripe',
    tradeNo,
    reference: undefined,
    outcome: 'returned',
    cents: isSameCurrency ? readStripeAmount(amount, codeOf(currency)) : undefined,
  };
}

async function querySession(
  context: StripeContext,
  order: OrderRow,
): Promise<PaymentEvent | undefined> {
  if (order.reference === null) return undefined;
  const expanded = 'expand[]=payment_intent.latest_charge';
  const path = `/v1/checkout/sessions/${encodeURIComponent(order.reference)}` as const;
  return readSession(await callStripe(context, `${path}?${expanded}`));
}

/** Reads a session, after an event or a query; undefined if it is not for an order of ours. */
function readSession(session: Fields, type = ''): PaymentEvent | undefined {
  const tradeNo = textOf(session.client_reference_id);
  if (session.mode !== 'payment' || tradeNo === '' || orderOf(session) !== tradeNo)
    return undefined;
  const currency = codeOf(session.currency);
  return {
    provider: 'stripe',
    tradeNo,
    reference: textOf(session.id) || undefined,
    outcome: outcomeOf(session, type),
    cents: readStripeAmount(session.amount_total, currency),
    currency,
  };
}

/** Some ways of paying succeed or fail days after their session is complete. */
function outcomeOf(session: Fields, type: string): PaymentEvent['outcome'] {
  const payment = isObject(session.payment_intent) ? session.payment_intent : {};
  const charge = isObject(payment.latest_charge) ? payment.latest_charge : {};
  if (Number(charge.amount_refunded) > 0 || charge.disputed === true) return 'returned';
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'waiting';
  if (session.payment_status === 'paid') return 'paid';
  if (session.payment_status !== 'unpaid') return 'waiting';
  const hasFailed =
    type === 'checkout.session.async_payment_failed' ||
    /^(requires_payment_method|canceled)$/.test(textOf(payment.status));
  return hasFailed ? 'failed' : 'confirming';
}

/** Returns our number that an object of Stripe carries, or ''. */
function orderOf({ metadata }: Fields): string {
  return isObject(metadata) ? textOf(metadata[ORDER_FIELD]) : '';
}

const codeOf = (currency: unknown) => textOf(currency).toUpperCase();
