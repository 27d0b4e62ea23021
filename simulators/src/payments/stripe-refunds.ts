import { randomUUID } from 'node:crypto';
import type { SimulatorRequest, SimulatorResponse } from '../simulator-server.ts';
import type { Fields, RefundMode, SimulatedRefunds, WebhookResponse } from './payment-simulator.ts';

interface Payment {
  intent: Fields;
  charge: Fields;
}

interface StripeParts {
  /** Finds a payment by its id, or that of an order. */
  payment(by: { intent?: string; order?: string }): Payment | undefined;
  send(object: Fields, type: string): Promise<WebhookResponse>;
}

const refused = (status: number, error: Fields): SimulatorResponse => ({ status, body: { error } });

/** Stripe's refunds: form fields, whole numbers of the smallest unit, and one result per idempotency key. */
export class StripeRefunds implements SimulatedRefunds {
  readonly #parts: StripeParts;
  readonly #refunds: Fields[] = [];
  readonly #served = new Map<string, { text: string; response: SimulatorResponse }>();
  #mode: RefundMode = 'made';

  constructor(parts: StripeParts) {
    this.#parts = parts;
  }

  take(mode: RefundMode): void {
    this.#mode = mode;
  }

  of(order: string): number[] {
    return this.#ofOrder(order)
      .filter(({ status }) => status !== 'failed')
      .map(({ amount }) => Number(amount));
  }

  async end(order: string, outcome: 'made' | 'failed'): Promise<WebhookResponse[]> {
    // The payer's bank may refuse one that was made.
    const open = outcome === 'made' ? ['pending'] : ['pending', 'succeeded'];
    const ended =
      outcome === 'made'
        ? { status: 'succeeded' }
        : { status: 'failed', failure_reason: 'expired_or_canceled_card' };
    for (const refund of this.#ofOrder(order))
      if (open.includes(String(refund.status))) Object.assign(refund, ended);
    const payment = this.#parts.payment({ order });
    if (payment) this.#update(payment);
    return this.notify(order);
  }

  async notify(order: string): Promise<WebhookResponse[]> {
    const { payment, send } = this.#parts;
    const responses: WebhookResponse[] = [];
    const charge = payment({ order })?.charge;
    for (const refund of this.#ofOrder(order)) {
      const type = refund.status === 'failed' ? 'refund.failed' : 'refund.updated';
      responses.push(await send(refund, type));
      if (charge) responses.push(await send(charge, 'charge.refunded'));
    }
    return responses;
  }

  /** Responds to the creation of a refund, or lists those of a payment. */
  serve({ method, query, headers, text }: SimulatorRequest): SimulatorResponse {
    if (method !== 'POST') {
      const data = this.#listOf(query.get('payment_intent'));
      return { body: { object: 'list', data, has_more: false, url: '/v1/refunds' } };
    }
    const key = String(headers['idempotency-key'] ?? '');
    const known = this.#served.get(key);
    if (known && known.text !== text)
      return refused(400, { type: 'idempotency_error', message: 'other parameters' });
    const response = known?.response ?? this.#create(new URLSearchParams(text));
    if (key !== '') this.#served.set(key, { text, response });
    return this.#mode === 'unknown' && !known ? refused(503, { type: 'api_error' }) : response;
  }

  #create(form: URLSearchParams): SimulatorResponse {
    const payment = this.#parts.payment({ intent: form.get('payment_intent') ?? '' });
    if (!payment) return refused(404, { type: 'invalid_request_error', code: 'resource_missing' });
    const { intent, charge } = payment;
    const amount = Number(form.get('amount'));
    const reason = form.get('reason');
    if (!Number.isInteger(amount) || amount < 1 || (reason !== null && !REASONS.test(reason)))
      return refused(400, { type: 'invalid_request_error', message: 'Invalid integer' });
    if (amount > Number(charge.amount) - this.#sumOf(intent.id) || this.#mode === 'refused')
      return refused(400, {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: 'Refund amount is greater than unrefunded amount on charge',
      });
    const refund: Fields = {
      id: `re_${randomUUID().replaceAll('-', '')}`,
      object: 'refund',
      amount,
      charge: charge.id,
      currency: charge.currency,
      metadata: metadataOf(form),
      payment_intent: intent.id,
      reason,
      status: this.#mode === 'later' ? 'pending' : 'succeeded',
    };
    this.#refunds.push(refund);
    this.#update(payment);
    return { body: { ...refund } };
  }

  #update({ charge, intent }: Payment): void {
    const amount = this.#sumOf(intent.id);
    Object.assign(charge, { amount_refunded: amount, refunded: amount === charge.amount });
  }

  #listOf(intent: unknown): Fields[] {
    return this.#refunds.filter((refund) => refund.payment_intent === intent);
  }

  #ofOrder(order: string): Fields[] {
    return this.#listOf(this.#parts.payment({ order })?.intent.id);
  }

  #sumOf(intent: unknown): number {
    return this.#listOf(intent)
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { amount }) => sum + Number(amount), 0);
  }
}

const REASONS = /^(duplicate|fraudulent|requested_by_customer)$/;

function metadataOf(form: URLSearchParams): Fields {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}
