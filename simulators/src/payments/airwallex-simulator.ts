import { createHmac, randomUUID } from 'node:crypto';
import {
  type SimulatorRequest,
  type SimulatorResponse,
  startSimulatorServer,
} from '../simulator-server.ts';
import {
  type Fields,
  OrderBook,
  type PaymentSimulator,
  type PaymentSimulatorOptions,
  sendWebhook,
  type WebhookChanges,
  type WebhookResponse,
} from './payment-simulator.ts';
import { simulateAirwallexRefunds } from './airwallex-refunds.ts';

interface EventChanges extends WebhookChanges {
  name?: string;
  /** When it was sent, in milliseconds since 1970. */
  at?: number;
}

export interface AirwallexSimulator extends PaymentSimulator {
  intents: OrderBook<Fields>;
  /** Expires all access tokens. */
  endLogins(): void;
  notify(order: string, changes?: EventChanges): Promise<WebhookResponse>;
}

const CLAIMS: PaymentSimulator['claims'] = {
  order: (number) => ({ merchant_order_id: number }),
  amount: (cents) => ({ amount: cents / 100, captured_amount: cents / 100 }),
  reference: (number) => ({ id: number }),
  paid: { status: 'SUCCEEDED', captured_amount: undefined, latest_payment_attempt: undefined },
  unpaid: { status: 'REQUIRES_PAYMENT_METHOD' },
  currency: (code) => ({ currency: code }),
  forged: { amount: 9999 },
};

/** Airwallex for one account: login, intents and webhooks. */
export async function startAirwallexSimulator({
  secret,
  port,
  now = Date.now,
}: PaymentSimulatorOptions): Promise<AirwallexSimulator> {
  const account = { clientId: 'client-1', apiKey: `${secret}-api`, secret: `${secret}-webhook` };
  const intents: AirwallexSimulator['intents'] = new OrderBook();
  const tokens = new Set<string>();
  let webhookUrl = '';
  const refunds = simulateAirwallexRefunds({
    intent: ({ id, order }) =>
      order === undefined
        ? [...intents.values()].find((intent) => intent.id === id)
        : intents.get(order),
    send: (object, name) => send(object, { name, at: now(), forged: {} }),
  });
  const server = await startSimulatorServer((call) => {
    if (call.path === '/api/v1/authentication/login') return logIn(call, account, tokens);
    const token = /^Bearer (\S+)$/.exec(call.headers.authorization ?? '')?.[1];
    if (!token || !tokens.has(token)) return refused(401, 'unauthorized');
    if (call.path === '/api/v1/pa/payment_intents/create') return create(call, intents);
    if (/^\/api\/v1\/pa\/refunds(\/create)?$/.test(call.path)) return refunds.serve(call);
    const intentId = /^\/api\/v1\/pa\/payment_intents\/(\w+)$/.exec(call.path)?.[1];
    const intent = [...intents.values()].find(({ id }) => id === intentId);
    return intent ? { body: intent } : refused(404, 'resource_not_found');
  }, port);
  const send = (object: Fields, event: { name: string; at: number; forged: Fields }) =>
    sendEvent({ url: webhookUrl, secret: account.secret }, object, event);
  return {
    ...server,
    intents,
    env: { AIRWALLEX_URL: server.url },
    register(gatewayUrl) {
      webhookUrl = `${gatewayUrl}/api/airwallex/webhook`;
      return {
        AirwallexClient_ID: account.clientId,
        AirwallexAPI_Key: account.apiKey,
        AirwallexSec_Key: account.secret,
        EnabledAirwallex: 'true',
      };
    },
    endLogins: () => tokens.clear(),
    has: (order) => intents.has(order),
    pay(order) {
      const intent = intents.of(order);
      Object.assign(intent, { status: 'SUCCEEDED', captured_amount: intent.amount });
    },
    claims: CLAIMS,
    refunds,
    notify(
      order,
      { fields = {}, forged = {}, name = 'payment_intent.succeeded', at = now() } = {},
    ) {
      const { client_secret: _secret, ...intent } = intents.of(order);
      return send({ ...intent, ...fields }, { name, at, forged });
    },
    giveBack(order) {
      const intent = intents.of(order);
      const { id, amount, currency } = intent;
      Object.assign(intent, { latest_payment_attempt: { refunded_amount: amount } });
      const refund = { id: 'rfd_1', payment_intent_id: id, amount, currency, status: 'SETTLED' };
      return send(refund, { name: 'refund.settled', at: now(), forged: {} });
    },
  };
}

/** Sends an event about an object, signed. */
function sendEvent(
  { url, secret }: { url: string; secret: string },
  object: Fields,
  { name, at, forged }: { name: string; at: number; forged: Fields },
): Promise<WebhookResponse> {
  const write = (written: Fields) =>
    JSON.stringify({ id: 'evt_1', name, accountId: 'acct_demo', data: { object: written } });
  const signature = createHmac('sha256', secret)
    .update(String(at) + write(object))
    .digest('hex');
  return sendWebhook(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': String(at),
      'x-signature': signature,
    },
    body: write({ ...object, ...forged }),
  });
}

const refused = (status: number, code: string): SimulatorResponse => ({
  status,
  body: { code, message: code },
});

function logIn(
  call: SimulatorRequest,
  account: { clientId: string; apiKey: string },
  tokens: Set<string>,
): SimulatorResponse {
  const { 'x-client-id': id, 'x-api-key': key } = call.headers;
  if (id !== account.clientId || key !== account.apiKey) return refused(401, 'credentials_invalid');
  const token = randomUUID();
  tokens.add(token);
  return { status: 201, body: { token, expires_at: '2027-05-12T00:00:00+0000' } };
}

function create(call: SimulatorRequest, intents: Map<string, Fields>): SimulatorResponse {
  const input = JSON.parse(call.text) as Fields;
  const { request_id: requestId, merchant_order_id: orderId, amount, currency } = input;
  if (!requestId || typeof amount !== 'number' || amount <= 0)
    return refused(400, 'validation_error');
  const known = [...intents.values()].find((intent) => intent.request_id === requestId);
  if (known) return known.amount === amount ? { body: known } : refused(400, 'duplicate_request');
  const intent: Fields = {
    id: `int_${randomUUID().replaceAll('-', '')}`,
    request_id: requestId,
    merchant_order_id: orderId,
    amount,
    captured_amount: 0,
    currency,
    status: 'REQUIRES_PAYMENT_METHOD',
    client_secret: `secret-${randomUUID()}`,
  };
  intents.set(String(orderId), intent);
  return { status: 201, body: intent };
}
