import { randomUUID } from 'node:crypto';
import type { SimulatorRequest, SimulatorResponse } from '../simulator-server.ts';
import type { Fields, RefundMode, SimulatedRefunds, WebhookResponse } from './payment-simulator.ts';

interface AirwallexRefunds extends SimulatedRefunds {
  serve(call: SimulatorRequest): SimulatorResponse;
}

interface AirwallexParts {
  /** Finds an intent by its id, or that of an order. */
  intent(by: { id?: unknown; order?: string }): Fields | undefined;
  send(object: Fields, name: string): Promise<WebhookResponse>;
}

const refused = (status: number, code: string, message = code): SimulatorResponse => ({
  status,
  body: { code, message },
});
const cents = (amount: unknown) => Math.round(Number(amount) * 100);

/** Airwallex' refunds: JSON, amounts in whole units, and one refund per request ID. */
export function simulateAirwallexRefunds({ intent, send }: AirwallexParts): AirwallexRefunds {
  const refunds: Fields[] = [];
  let mode: RefundMode = 'made';
  const listOf = (id: unknown) => refunds.filter((refund) => refund.payment_intent_id === id);
  const ofOrder = (order: string) => listOf(intent({ order })?.id);
  const sumOf = (id: unknown) =>
    listOf(id)
      .filter(({ status }) => status !== 'FAILED')
      .reduce((sum, { amount }) => sum + cents(amount), 0);
  const update = (payment: Fields) =>
    Object.assign(payment, {
      latest_payment_attempt: { refunded_amount: sumOf(payment.id) / 100 },
    });
  const create = (input: Fields): SimulatorResponse => {
    const { request_id: requestId, payment_intent_id: id, amount, reason } = input;
    const payment = intent({ id });
    if (!requestId || String(requestId).length > 64 || typeof amount !== 'number')
      return refused(400, 'validation_error');
    if (String(reason ?? '').length > 128) return refused(400, 'validation_error');
    if (!payment) return refused(404, 'resource_not_found');
    const known = refunds.find((refund) => refund.request_id === requestId);
    if (known) return known.amount === amount ? { body: known } : refused(400, 'duplicate_request');
    const isPaid = payment.status === 'SUCCEEDED';
    if (!isPaid) return refused(400, 'invalid_status_for_operation');
    if (mode === 'refused' || cents(amount) > cents(payment.amount) - sumOf(id))
      return refused(400, 'invalid_argument', 'amount exceeds what can be refunded');
    const refund: Fields = {
      id: `rfd_${randomUUID().replaceAll('-', '')}`,
      request_id: requestId,
      payment_intent_id: id,
      amount,
      currency: payment.currency,
      reason,
      status: mode === 'later' ? 'RECEIVED' : 'SETTLED',
    };
    refunds.push(refund);
    update(payment);
    return mode === 'unknown'
      ? refused(500, 'internal_error')
      : { status: 201, body: { ...refund } };
  };
  const notify = async (order: string) => {
    const responses: WebhookResponse[] = [];
    for (const refund of ofOrder(order))
      responses.push(await send(refund, `refund.${String(refund.status).toLowerCase()}`));
    return responses;
  };
  return {
    take: (next) => void (mode = next),
    of: (order) =>
      ofOrder(order)
        .filter(({ status }) => status !== 'FAILED')
        .map(({ amount }) => cents(amount)),
    async end(order, outcome) {
      for (const refund of ofOrder(order))
        if (refund.status === 'RECEIVED') refund.status = outcome === 'made' ? 'SETTLED' : 'FAILED';
      const payment = intent({ order });
      if (payment) update(payment);
      return notify(order);
    },
    notify,
    serve: (call) =>
      call.method === 'POST'
        ? create(JSON.parse(call.text) as Fields)
        : { body: { items: listOf(call.query.get('payment_intent_id')), has_more: false } },
  };
}
