import { AppError } from '../../../platform/app-error.ts';
import { isObject, textOf } from '../../../platform/lenient-json.ts';
import type { RefundClient, RefundReport } from '../payment-provider.ts';
import type { AirwallexSession } from './airwallex-session.ts';

type Fields = Readonly<Record<string, unknown>>;

/** More refunds than an order can have. */
const LISTED = 100;

/** Statuses of a refund that is settled; in others it is under way. Older versions say SUCCEEDED. */
const STATES: Readonly<Record<string, RefundReport['state']>> = {
  SETTLED: 'succeeded',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
};

/** Refunds of payment intents at Airwallex, whose request ID is our number. */
export function airwallexRefunds(session: AirwallexSession): RefundClient {
  return {
    async request({ order, number, cents }) {
      const refund = await session.call('/api/v1/pa/refunds/create', {
        request_id: number,
        payment_intent_id: order.reference,
        amount: cents / 100,
        reason: 'requested_by_customer',
      });
      if (textOf(refund.id) === '')
        throw new AppError('payment_failed', {}, { internal: 'airwallex: a refund without an id' });
      return readAirwallexRefund(refund);
    },
    async find({ order, number }) {
      const intent = encodeURIComponent(order.reference ?? '');
      const list = await session.call(
        `/api/v1/pa/refunds?payment_intent_id=${intent}&page_num=0&page_size=${LISTED}`,
      );
      if (!Array.isArray(list.items) || list.has_more === true)
        throw new AppError(
          'payment_failed',
          {},
          { internal: 'airwallex: no complete list of refunds' },
        );
      const items: readonly unknown[] = list.items;
      const known = items.find((item) => isObject(item) && textOf(item.request_id) === number);
      return isObject(known) ? readAirwallexRefund(known) : undefined;
    },
  };
}

/** Reads what Airwallex says about a refund, in a response or an event. */
export function readAirwallexRefund(refund: Fields): RefundReport {
  const { failure_details: failure } = refund;
  return {
    state: STATES[textOf(refund.status).toUpperCase()] ?? 'pending',
    reference: textOf(refund.id),
    detail: isObject(failure) ? textOf(failure.message) || textOf(failure.code) : '',
  };
}
