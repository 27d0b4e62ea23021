import { createHmac } from 'node:crypto';
import { AppError } from '../../../platform/app-error.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import type { OptionStore } from '../../options/options.ts';
import { airwallexRefunds, readAirwallexRefund } from './airwallex-refunds.ts';
import { AirwallexSession } from './airwallex-session.ts';
import { isObject, readObject, textOf } from '../../../platform/lenient-json.ts';
import type { PaymentEvent } from '../payment-event.ts';
import { DOLLARS } from '../currency-price.ts';
import { formatCents } from '../format-cents.ts';
import type { PaymentProvider, PlacedOrder } from '../payment-provider.ts';
import { readCents } from '../read-cents.ts';
import { consolePageUrl } from '../webhook-url.ts';
import { isSameSignature } from '../../../platform/is-same-signature.ts';

/** How far a webhook's timestamp may differ from our time. */
const SKEW_MS = 5 * 60_000;

/** Airwallex: card payments in dollars, through a widget that needs the secret of a payment intent. */
export const airwallex = {
  id: 'airwallex',
  price: () => DOLLARS,
  browserOrigins: (options) =>
    // Its own script shows the form and communicates with it.
    options.boolean('EnabledAirwallex') ? { scripts: ['https://*.airwallex.com'] } : {},
  webhook: {
    path: '/api/airwallex/webhook',
    methods: ['POST'],
    acknowledgement: 'ok',
    rejectedStatus: 400,
    needsAddress: false,
    operation: 'Airwallex',
  },
  refund: { parts: 'any', repeatableSeconds: 23 * 3600, needsReference: true },
  createClient(context) {
    const { options, clock } = context;
    const session = new AirwallexSession(context);
    return {
      placeOrder: (order) => createIntent(session, options, order),
      readWebhook: ({ body, header }) =>
        readAirwallexWebhook(
          { text: body, timestamp: header('x-timestamp'), signature: header('x-signature') },
          { secret: options.text('AirwallexSec_Key'), nowMs: clock.nowMs() },
        ),
      queryOrder: (order) => queryAirwallex(session, order),
      refunds: airwallexRefunds(session),
    };
  },
} as const satisfies PaymentProvider;

/** Creates a card payment. Throws AppError payment_failed. */
async function createIntent(
  session: AirwallexSession,
  options: OptionStore,
  order: OrderRow,
): Promise<PlacedOrder> {
  const amount = order.pay_cents / 100;
  const page = consolePageUrl(options, '/checkout-success');
  const intent = await session.call('/api/v1/pa/payment_intents/create', {
    request_id: order.trade_no,
    merchant_order_id: order.trade_no,
    amount,
    currency: order.currency,
    order: {
      products: [
        {
          name: 'Charge',
          desc: `USD ${formatCents(order.buy_cents)}`,
          quantity: 1,
          unit_price: amount,
          currency: order.currency,
          ...(page.startsWith('/') ? {} : { url: new URL(page).origin }),
        },
      ],
    },
    ...(page.startsWith('/') ? {} : { return_url: page }),
  });
  const reference = textOf(intent.id);
  const clientSecret = textOf(intent.client_secret);
  if (
    reference === '' ||
    clientSecret === '' ||
    intent.merchant_order_id !== order.trade_no ||
    intent.currency !== order.currency ||
    readCents(intent.amount) !== order.pay_cents
  )
    throw new AppError(
      'payment_failed',
      {},
      { internal: 'airwallex: another intent than asked for' },
    );
  return { reference, clientSecret };
}

interface SignedWebhook {
  /** The body, unchanged. */
  text: string;
  timestamp: string;
  signature: string;
}

/**
 * Reads a payment event of Airwallex: undefined if the webhook is not signed with our secret or too old,
 * 'unrelated' if it is not about a payment.
 */
export function readAirwallexWebhook(
  { text, timestamp, signature }: SignedWebhook,
  { secret, nowMs }: { secret: string; nowMs: number },
): PaymentEvent | 'unrelated' | undefined {
  if (secret === '' || !/^\d{1,16}$/.test(timestamp)) return undefined;
  const expected = createHmac('sha256', secret)
    .update(timestamp + text)
    .digest('hex');
  if (!isSameSignature(expected, signature)) return undefined;
  if (Math.abs(nowMs - Number(timestamp)) > SKEW_MS) return undefined;
  const { name, data } = readObject(text);
  const object = isObject(data) && isObject(data.object) ? data.object : {};
  if (textOf(name).startsWith('payment_intent.')) return toEvent(object);
  if (textOf(name).startsWith('refund.')) return toRefund(textOf(name), object);
  const isDispute = textOf(name).startsWith('payment_dispute.');
  return isDispute && !isDenied(textOf(name), object) ? toReturn(object) : 'unrelated';
}

/** Reads a refund; the event's name counts if the object has no status. */
function toRefund(
  name: string,
  object: Readonly<Record<string, unknown>>,
): PaymentEvent | 'unrelated' {
  const number = textOf(object.request_id);
  if (number === '') return isDenied(name, object) ? 'unrelated' : toReturn(object);
  const status = textOf(object.status) || name.slice('refund.'.length);
  const { state, reference = '' } = readAirwallexRefund({ ...object, status });
  return { ...toReturn(object), refund: { number, state, reference } };
}

/** Returns whether a refund failed, or a dispute ended in our favor: the money stays. */
function isDenied(name: string, { status }: Readonly<Record<string, unknown>>): boolean {
  return /\.(failed|won|reversed)$/.test(name) || /^(failed|won|reversed)$/i.test(textOf(status));
}

/**
 * Reads a refund or dispute, which names the intent but not always our order. Source: Airwallex, Payment
 * webhooks, for `refund.*`; the members of a dispute are not confirmed.
 */
function toReturn(object: Readonly<Record<string, unknown>>): PaymentEvent {
  return {
    provider: 'airwallex',
    tradeNo: textOf(object.merchant_order_id),
    reference: textOf(object.payment_intent_id) || undefined,
    outcome: 'returned',
    cents: readCents(object.amount),
  };
}

async function queryAirwallex(
  session: AirwallexSession,
  order: OrderRow,
): Promise<PaymentEvent | undefined> {
  if (order.reference === null) return undefined;
  return toEvent(
    await session.call(`/api/v1/pa/payment_intents/${encodeURIComponent(order.reference)}`),
  );
}

/** Reads the event in an intent. Only one that succeeded and was captured completely pays its order. */
function toEvent(intent: Readonly<Record<string, unknown>>): PaymentEvent {
  const cents = readCents(intent.amount);
  const { captured_amount: captured, latest_payment_attempt: attempt } = intent;
  const refunded = isObject(attempt) ? attempt.refunded_amount : undefined;
  const isWhole = captured === undefined || readCents(captured) === cents;
  const outcomes: Readonly<Record<string, PaymentEvent['outcome']>> = {
    SUCCEEDED: isWhole ? 'paid' : 'confirming',
    PENDING: 'confirming',
    PENDING_REVIEW: 'confirming',
    CANCELLED: 'failed',
  };
  const event = {
    provider: 'airwallex',
    tradeNo: textOf(intent.merchant_order_id),
    reference: textOf(intent.id) || undefined,
    currency: textOf(intent.currency),
  } as const;
  if (Number(refunded) > 0)
    return { ...event, outcome: 'returned', cents: readCents(refunded), isTotal: true };
  return { ...event, outcome: outcomes[textOf(intent.status)] ?? 'waiting', cents };
}
