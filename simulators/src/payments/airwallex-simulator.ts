import { createHmac, randomUUID } from 'node:crypto';
import {
  type SimulatorResponse,
  type SimulatorRequest,
  type WebhookResponse,
  startSimulatorServer,
  type SimulatorServer,
  sendWebhook,
} from '../simulator-server.ts';

type Fields = Record<string, unknown>;

interface CardWebhook {
  /** Changes of the intent before the event is signed. */
  fields?: Fields;
  name?: string;
  /** Milliseconds since 1970. */
  at: number;
  signature?: string;
}

export interface AirwallexSimulator extends SimulatorServer {
  /** Intents by the merchant's order number. */
  intents: Map<string, Fields>;
  /** Ends all tokens, as their time does. */
  endLogins(): void;
  succeed(orderId: string): void;
  /** Sends an event to the address that the merchant entered. */
  notify(url: string, orderId: string, notice: CardWebhook): Promise<WebhookResponse>;
}

interface Account {
  clientId: string;
  apiKey: string;
  secret: string;
}

/** Airwallex for one account: login, intents and webhooks. */
export async function startAirwallexSimulator(account: Account): Promise<AirwallexSimulator> {
  const intents: AirwallexSimulator['intents'] = new Map();
  const tokens = new Set<string>();
  const desk = await startSimulatorServer((call) => {
    if (call.path === '/api/v1/authentication/login') return logIn(call, account, tokens);
    const token = /^Bearer (\S+)$/.exec(call.headers.authorization ?? '')?.[1];
    if (!token || !tokens.has(token)) return refused(401, 'unauthorized');
    if (call.path === '/api/v1/pa/payment_intents/create') return create(call, intents);
    const asked = /^\/api\/v1\/pa\/payment_intents\/(\w+)$/.exec(call.path)?.[1];
    const found = [...intents.values()].find(({ id }) => id === asked);
    return found ? { body: found } : refused(404, 'resource_not_found');
  });
  const read = (orderId: string) => {
    const intent = intents.get(orderId);
    if (!intent) throw new Error(`there is no intent of ${orderId}`);
    return intent;
  };
  return {
    ...desk,
    intents,
    endLogins: () => tokens.clear(),
    succeed(orderId) {
      const intent = read(orderId);
      Object.assign(intent, { status: 'SUCCEEDED', captured_amount: intent.amount });
    },
    notify(url, orderId, { fields = {}, name = 'payment_intent.succeeded', at, signature }) {
      const { client_secret: _secret, ...intent } = read(orderId);
      const body = JSON.stringify({
        id: `evt_${randomUUID()}`,
        name,
        accountId: 'acct_demo',
        data: { object: { ...intent, ...fields } },
      });
      const signed = createHmac('sha256', account.secret)
        .update(String(at) + body)
        .digest('hex');
      return sendWebhook(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-timestamp': String(at),
          'x-signature': signature ?? signed,
        },
        body,
      });
    },
  };
}

const refused = (status: number, code: string): SimulatorResponse => ({
  status,
  body: { code, message: code },
});

function logIn(call: SimulatorRequest, account: Account, tokens: Set<string>): SimulatorResponse {
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
