import { AppError } from '../../../platform/app-error.ts';
import { isObject, textOf } from '../../../platform/lenient-json.ts';
import type { PaymentEvent } from '../payment-event.ts';
import type { RefundClient, RefundReport, RefundRequest } from '../payment-provider.ts';
import { PaymentRefusal } from '../request-provider.ts';
import { readStripeAmount, toStripeAmount } from './stripe-amounts.ts';
import { callStripe, ORDER_FIELD, type StripeContext } from './stripe-wire.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The metadata of a refund that holds our number of it. */
const REFUND_FIELD = 'tollgate_refund';
/** More refunds than an order can have. */
const LISTED = 100;

const STATES: Readonly<Record<string, RefundReport['state']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

/** Refunds of payments at Stripe, found again by our number in their metadata. */
export function stripeRefunds(context: StripeContext): RefundClient {
  return {
    async request({ order, number, cents }) {
      const payment = await findPayment(context, order.reference);
      // An order that was completed by hand.
      if (payment === '') throw new PaymentRefusal('nothing was paid', 'stripe: nothing was paid');
      const refund = await callStripe(context, '/v1/refunds', {
        idempotencyKey: number,
        fields: {
          payment_intent: payment,
          amount: String(toStripeAmount(cents, order.currency)),
          reason: 'requested_by_customer',
          [`metadata[${REFUND_FIELD}]`]: number,
          [`metadata[${ORDER_FIELD}]`]: order.trade_no,
        },
      });
      if (textOf(refund.id) === '')
        throw new AppError('payment_failed', {}, { internal: 'stripe: a refund without an id' });
      return readRefund(refund);
    },
    find: (refund) => findRefund(context, refund),
  };
}

async function findRefund(
  context: StripeContext,
  { order, number }: RefundRequest,
): Promise<RefundReport | undefined> {
  const payment = encodeURIComponent(await findPayment(context, order.reference));
  if (payment === '') return undefined;
  const list = await callStripe(
    context,
    `/v1/refunds?payment_intent=${payment}&limit=${LISTED}` as const,
  );
  if (!Array.isArray(list.data) || list.has_more === true)
    throw new AppError('payment_failed', {}, { internal: 'stripe: no complete list of refunds' });
  const refunds: readonly unknown[] = list.data;
  const known = refunds.find((refund) => isObject(refund) && numberOf(refund) === number);
  return isObject(known) ? readRefund(known) : undefined;
}

/** Returns the payment made at a session; '' if there is none. */
async function findPayment(context: StripeContext, reference: string | null): Promise<string> {
  const path = `/v1/checkout/sessions/${encodeURIComponent(reference ?? '')}` as const;
  const { payment_intent: payment } = await callStripe(context, path);
  return textOf(payment);
}

function readRefund(refund: Fields): RefundReport {
  return {
    state: STATES[textOf(refund.status)] ?? 'pending',
    reference: textOf(refund.id),
    detail: textOf(refund.failure_reason),
  };
}

/**
 * Reads an event about a refund; 'unrelated' if it was not made here, because those are reported with their
 * payment too.
 */
export function readStripeRefund(refund: Fields): PaymentEvent | 'unrelated' {
  const number = numberOf(refund);
  const tradeNo = isObject(refund.metadata) ? textOf(refund.metadata[ORDER_FIELD]) : '';
  if (number === '' || tradeNo === '') return 'unrelated';
  const { state, reference = '' } = readRefund(refund);
  return {
    provider: 'stripe',
    tradeNo,
    reference: undefined,
    outcome: 'returned',
    cents: readStripeAmount(refund.amount, textOf(refund.currency).toUpperCase()),
    refund: { number, state, reference },
  };
}

/** Whether a refund that was not made here has failed. Others are reported with their payment, but not their end. */
export function isForeignFailure(refund: Fields): boolean {
  if (numberOf(refund) !== '' || textOf(refund.payment_intent) === '') return false;
  return readRefund(refund).state === 'failed';
}

function numberOf({ metadata }: Fields): string {
  return isObject(metadata) ? textOf(metadata[REFUND_FIELD]) : '';
}
