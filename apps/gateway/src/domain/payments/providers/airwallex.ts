import { createHmac } from 'node:crypto';
import { AppError } from '../../../platform/app-error.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import type { OptionStore } from '../../options/options.ts';
import type { AirwallexSession } from './airwallex-session.ts';
import { isObject, readObject, textOf } from '../../../platform/lenient-json.ts';
import { consolePageUrl } from '../webhook-url.ts';
import type { PaymentEvent } from '../payment-event.ts';
import { formatCents } from '../price-order.ts';
import { readCents } from '../read-cents.ts';
import { isSameSignature } from '../../../platform/is-same-signature.ts';

/** How far the time of a webhook may be from ours. */
const SKEW_MS = 5 * 60_000;

/** Orders a payment by card; answers its number and the secret for the widget. Throws AppError payment_failed. */
export async function createIntent(
  session: AirwallexSession,
  options: OptionStore,
  order: OrderRow,
): Promise<{ reference: string; clientSecret: string }> {
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

export interface SignedWebhook {
  /** The body byte for byte. */
  text: string;
  timestamp: string;
  signature: string;
}

/**
 * A webhook of Airwallex: undefined where it is not signed by our secret or too old, 'other' where
 * it tells nothing of a payment.
 */
export function readAirwallexWebhook(
  { text, timestamp, signature }: SignedWebhook,
  { secret, nowMs }: { secret: string; nowMs: number },
): PaymentEvent | 'other' | undefined {
  if (secret === '' || !/^\d{1,16}$/.test(timestamp)) return undefined;
  const expected = createHmac('sha256', secret)
    .update(timestamp + text)
    .digest('hex');
  if (!isSameSignature(expected, signature)) return undefined;
  if (Math.abs(nowMs - Number(timestamp)) > SKEW_MS) return undefined;
  const { name, data } = readObject(text);
  if (!textOf(name).startsWith('payment_intent.')) return 'other';
  const intent = isObject(data) && isObject(data.object) ? data.object : {};
  return toNotice(intent);
}

/** Asks Airwallex about an order that it knows; undefined where it can't say. */
export async function queryAirwallex(
  session: AirwallexSession,
  order: OrderRow,
): Promise<PaymentEvent | undefined> {
  if (order.reference === null) return undefined;
  return toNotice(
    await session.call(`/api/v1/pa/payment_intents/${encodeURIComponent(order.reference)}`),
  );
}

/** What an intent says of its order. Only one that succeeded, and whole, pays it. */
function toNotice(intent: Readonly<Record<string, unknown>>): PaymentEvent {
  const cents = readCents(intent.amount);
  const { captured_amount: captured } = intent;
  const isWhole = captured === undefined || readCents(captured) === cents;
  const outcomes: Readonly<Record<string, PaymentEvent['outcome']>> = {
    SUCCEEDED: isWhole ? 'paid' : 'confirming',
    PENDING: 'confirming',
    PENDING_REVIEW: 'confirming',
    CANCELLED: 'failed',
  };
  return {
    provider: 'airwallex',
    tradeNo: textOf(intent.merchant_order_id),
    reference: textOf(intent.id) || undefined,
    outcome: outcomes[textOf(intent.status)] ?? 'waiting',
    cents,
    currency: textOf(intent.currency),
  };
}
