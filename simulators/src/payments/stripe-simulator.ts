import { createHmac, randomUUID } from 'node:crypto';
import {
  type SimulatorRequest,
  type SimulatorResponse,
  startSimulatorServer,
} from '../simulator-server.ts';
import {
  cashierPage,
  type Fields,
  OrderBook,
  type PaymentSimulator,
  type PaymentSimulatorOptions,
  sendWebhook,
  type WebhookChanges,
  type WebhookResponse,
} from './payment-simulator.ts';
import { StripeRefunds } from './stripe-refunds.ts';

interface EventChanges extends WebhookChanges {
  type?: string;
  /** When it was sent, in milliseconds since 1970. */
  at?: number;
}

/** A session, and the payment made there. */
interface Checkout {
  session: Fields;
  form: string;
  idempotencyKey: string;
  payment?: { intent: Fields; charge: Fields };
}

export interface StripeSimulator extends PaymentSimulator {
  checkouts: OrderBook<Checkout>;
  notify(order: string, changes?: EventChanges): Promise<WebhookResponse>;
  /** Sends the webhook of a dispute about a paid order. */
  dispute(order: string, changes?: EventChanges): Promise<WebhookResponse>;
}

const CLAIMS: PaymentSimulator['claims'] = {
  order: (number) => ({ client_reference_id: number, metadata: { tollgate_order: number } }),
  amount: (cents) => ({ amount_total: cents }),
  reference: (number) => ({ id: number }),
  paid: { status: 'complete', payment_status: 'paid' },
  unpaid: { status: 'open', payment_status: 'unpaid' },
  currency: (code) => ({ currency: code.toLowerCase() }),
  forged: { amount_total: 999_900 },
};

const newId = (kind: string) => `${kind}_test_${randomUUID().replaceAll('-', '')}`;

/** Stripe for one account: payment pages, payments and webhooks. */
export async function startStripeSimulator({
  secret,
  port,
  now = Date.now,
}: PaymentSimulatorOptions): Promise<StripeSimulator> {
  const account = { key: `sk_test_${secret}`, secret: `whsec_${secret}` };
  const checkouts: StripeSimulator['checkouts'] = new OrderBook();
  const pay: PaymentSimulator['pay'] = (order) => payAt(checkouts.of(order));
  let webhookUrl = '';
  const send = (object: Fields, event: { type: string; at: number; forged: Fields }) =>
    sendEvent({ url: webhookUrl, secret: account.secret }, object, event);
  const notify: StripeSimulator['notify'] = (
    order,
    { fields = {}, forged = {}, type = 'checkout.session.completed', at = now() } = {},
  ) => send({ ...checkouts.of(order).session, ...fields }, { type, at, forged });
  const serveCashier = async (call: SimulatorRequest, { session }: Checkout) => {
    const order = String(session.client_reference_id);
    const title = `${String(session.amount_total)} ${String(session.currency)}`;
    if (call.method !== 'POST') return { body: cashierPage(title, '') };
    pay(order);
    await notify(order);
    return { body: '', location: String(session.success_url) };
  };
  const refunds = new StripeRefunds({
    payment: (by) => findPayment(checkouts, by),
    send: (object, type) => send(object, { type, at: now(), forged: {} }),
  });
  const server = await startSimulatorServer((call, url) => {
    const [, kind, id] =
      /^\/(?:c|v1)\/(pay|checkout\/sessions|payment_intents)\/(\w+)$/.exec(call.path) ?? [];
    const found = [...checkouts.values()].find(
      ({ session, payment }) => id !== undefined && [session.id, payment?.intent.id].includes(id),
    );
    if (kind === 'pay' && found) return serveCashier(call, found);
    if (call.headers.authorization !== `Bearer ${account.key}`)
      return refused(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    if (call.method === 'POST' && call.path === '/v1/checkout/sessions')
      return create(call, checkouts, { url, nowSeconds: Math.floor(now() / 1000) });
    if (call.path === '/v1/refunds') return refunds.serve(call);
    if (!found) return refused(404, { type: 'invalid_request_error', code: 'resource_missing' });
    return { body: kind === 'payment_intents' ? found.payment?.intent : show(found, call.query) };
  }, port);
  return {
    ...server,
    checkouts,
    env: { STRIPE_URL: server.url },
    register(gatewayUrl) {
      webhookUrl = `${gatewayUrl}/api/stripe/webhook`;
      return {
        StripeApiSecret: account.key,
        StripeWebhookSecret: account.secret,
        StripeEnabled: 'true',
      };
    },
    has: (order) => checkouts.has(order),
    pay,
    claims: CLAIMS,
    refunds,
    notify,
    giveBack(order) {
      const { charge } = payAt(checkouts.of(order));
      Object.assign(charge, { amount_refunded: charge.amount, refunded: true });
      return send(charge, { type: 'charge.refunded', at: now(), forged: {} });
    },
    dispute(order, { fields = {}, type = 'charge.dispute.created', at = now() } = {}) {
      const { charge } = payAt(checkouts.of(order));
      return send({ ...openDispute(charge), ...fields }, { type, at, forged: {} });
    },
  };
}

function findPayment(
  checkouts: Map<string, Checkout>,
  { intent, order }: { intent?: string; order?: string },
): Checkout['payment'] {
  return order === undefined
    ? [...checkouts.values()].find(({ payment }) => payment?.intent.id === intent)?.payment
    : checkouts.get(order)?.payment;
}

/** Marks a charge as disputed; returns the dispute. */
function openDispute(charge: Fields): Fields {
  charge.disputed = true;
  const { id, amount, currency, payment_intent } = charge;
  const dispute = { id: newId('du'), object: 'dispute', charge: id, payment_intent, amount };
  return { ...dispute, currency, metadata: {}, status: 'needs_response' };
}

/** Pays at a session, once. */
function payAt(checkout: Checkout): { intent: Fields; charge: Fields } {
  const { session, form } = checkout;
  if (checkout.payment) return checkout.payment;
  const { amount_total: amount, currency } = session;
  const order = new URLSearchParams(form).get('payment_intent_data[metadata][tollgate_order]');
  const money = { amount, currency, livemode: false, metadata: { tollgate_order: order } };
  const [intentId, chargeId] = [newId('pi'), newId('ch')];
  const refunds = { amount_refunded: 0, refunded: false, disputed: false };
  const charge = { id: chargeId, object: 'charge', payment_intent: intentId, ...money, ...refunds };
  const state = { status: 'succeeded', latest_charge: chargeId };
  const intent = { id: intentId, object: 'payment_intent', ...money, ...state };
  Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intentId });
  checkout.payment = { intent, charge };
  return checkout.payment;
}

/** Returns a session, with its payment and charge if those are to be expanded. */
function show({ session, payment }: Checkout, query: URLSearchParams): Fields {
  const isExpanded = [...query].some(
    ([name, value]) => name.startsWith('expand[') && value === 'payment_intent.latest_charge',
  );
  if (!isExpanded || !payment) return session;
  return { ...session, payment_intent: { ...payment.intent, latest_charge: payment.charge } };
}

/** Sends an event about an object, signed. */
function sendEvent(
  { url, secret }: { url: string; secret: string },
  object: Fields,
  { type, at, forged }: { type: string; at: number; forged: Fields },
): Promise<WebhookResponse> {
  const created = Math.floor(at / 1000);
  const write = (written: Fields) =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      api_version: '2026-10-28.endive',
      created,
      data: { object: written },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    });
  const signature = createHmac('sha256', secret)
    .update(`${created}.${write(object)}`)
    .digest('hex');
  return sendWebhook(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${created},v1=${signature},v0=${'0'.repeat(64)}`,
    },
    body: write({ ...object, ...forged }),
  });
}

const refused = (status: number, error: Fields): SimulatorResponse => ({ status, body: { error } });

const MINUTE = 60;

/** Creates a session. The same idempotency key returns the same one, or is refused for other parameters. */
function create(
  call: SimulatorRequest,
  checkouts: Map<string, Checkout>,
  { url, nowSeconds }: { url: string; nowSeconds: number },
): SimulatorResponse {
  const form = new URLSearchParams(call.text);
  const invalid = (param: string) =>
    refused(400, { type: 'invalid_request_error', message: `Invalid ${param}`, param });
  const price = 'line_items[0][price_data]';
  const amount = form.get(`${price}[unit_amount]`) ?? '';
  const currency = form.get(`${price}[currency]`) ?? '';
  const expiresAt = Number(form.get('expires_at') ?? nowSeconds + 24 * 60 * MINUTE);
  if (form.get('mode') !== 'payment') return invalid('mode');
  if (!/^[1-9]\d{0,7}$/.test(amount)) return invalid(`${price}[unit_amount]`);
  if (!/^[a-z]{3}$/.test(currency)) return invalid(`${price}[currency]`);
  if (!form.get(`${price}[product_data][name]`)) return invalid(`${price}[product_data][name]`);
  if (form.get('line_items[0][quantity]') !== '1') return invalid('line_items[0][quantity]');
  for (const name of ['success_url', 'cancel_url'])
    if (!/^https?:\/\//.test(form.get(name) ?? '')) return invalid(name);
  const lifetime = expiresAt - nowSeconds;
  if (lifetime < 30 * MINUTE || lifetime > 24 * 60 * MINUTE) return invalid('expires_at');
  const order = form.get('client_reference_id') ?? '';
  const idempotencyKey = String(call.headers['idempotency-key'] ?? '');
  const known = [...checkouts.values()].find(
    (checkout) => checkout.idempotencyKey === idempotencyKey,
  );
  if (known && idempotencyKey !== '')
    return known.form === call.text
      ? { body: known.session }
      : refused(400, { type: 'idempotency_error', message: 'other parameters' });
  const id = newId('cs');
  const session: Fields = {
    id,
    object: 'checkout.session',
    mode: 'payment',
    client_reference_id: order,
    metadata: { tollgate_order: form.get('metadata[tollgate_order]') },
    amount_subtotal: Number(amount),
    amount_total: Number(amount),
    currency,
    livemode: false,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    expires_at: expiresAt,
    success_url: form.get('success_url'),
    cancel_url: form.get('cancel_url'),
    url: `${url}/c/pay/${id}`,
  };
  checkouts.set(order, { session, form: call.text, idempotencyKey });
  return { body: session };
}
