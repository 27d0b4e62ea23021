import { createHash, randomUUID } from 'node:crypto';
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
} from './payment-simulator.ts';

export interface CryptomusSimulator extends PaymentSimulator {
  invoices: OrderBook<Fields>;
  /** Sets the status of an invoice. */
  move(order: string, status: string): void;
}

const MERCHANT = 'merchant-1';
const ADDRESS = 'THgEWubVc8tPKXLJ4VZ5zbiiAK7AgqSeGH';
const QR = `data:image/png;base64,${Buffer.from('an image').toString('base64')}`;
/** Coins with their value in USD and the minimum amount. */
const COINS = [
  { currency: 'USDT', network: 'TRON', course: '1.00000000', min: '1.00000000' },
  { currency: 'USDT', network: 'BSC', course: '1.00000000', min: '10.00000000' },
  { currency: 'BTC', network: 'BTC', course: '50000.00000000', min: '0.00010000' },
  { currency: 'ETH', network: 'ETH', course: '2500.00000000', min: '0.00400000' },
];
const CLOSED = { currency: 'XMR', network: 'XMR', course: '160.00000000', min: '0.01000000' };
const FINAL = new Set([
  'paid',
  'paid_over',
  'wrong_amount',
  'cancel',
  'fail',
  'system_fail',
  'refund_paid',
]);

const sign = (body: string, key: string) =>
  createHash('md5')
    .update(Buffer.from(body).toString('base64') + key)
    .digest('hex');
const result = (value: unknown): SimulatorResponse => ({ body: { state: 0, result: value } });
const refused = (status: number, message: string): SimulatorResponse => ({
  status,
  body: { state: 1, message },
});

const CLAIMS: PaymentSimulator['claims'] = {
  order: (number) => ({ order_id: number }),
  amount: (cents) => ({ amount: `${(cents / 100).toFixed(2)}000000` }),
  reference: (number) => ({ uuid: number }),
  paid: { status: 'paid', is_final: true },
  unpaid: { status: 'check', is_final: false },
  currency: (code) => ({ currency: code }),
  forged: { amount: '9999.00' },
};

/** Starts Cryptomus for one merchant: invoices, coins, rates and webhooks, encoded as PHP does. */
export async function startCryptomusSimulator({
  secret: key,
  port,
}: PaymentSimulatorOptions): Promise<CryptomusSimulator> {
  const invoices: CryptomusSimulator['invoices'] = new OrderBook();
  const server = await startSimulatorServer((call) => {
    const coin = /^\/v1\/exchange-rate\/(\w+)\/list$/.exec(call.path)?.[1];
    if (coin !== undefined) return listRates(coin);
    if (call.headers.merchant !== MERCHANT || call.headers.sign !== sign(call.text, key))
      return refused(401, 'Invalid Sign.');
    return serveMerchant(call, invoices);
  }, port);
  const move = (order: string, status: string) =>
    void Object.assign(invoices.of(order), {
      status,
      payment_status: status,
      is_final: FINAL.has(status),
    });
  const notify: PaymentSimulator['notify'] = (orderId, { fields = {}, forged = {} } = {}) => {
    const { uuid, amount, status, is_final: isFinal, currency, ...rest } = invoices.of(orderId);
    const event = {
      type: 'payment',
      uuid,
      order_id: orderId,
      amount: `${String(amount)}000000`,
      is_final: isFinal,
      status,
      from: 'T/somebody',
      network: rest.network,
      currency,
      payer_currency: rest.payer_currency,
      payer_amount: rest.payer_amount,
      additional_data: null,
      ...fields,
    };
    const text = JSON.stringify(event).replaceAll('/', '\\/');
    const signed = `${text.slice(0, -1)},"sign":"${sign(text, key)}"}`;
    const body = Object.keys(forged).length
      ? JSON.stringify({ ...(JSON.parse(signed) as Fields), ...forged })
      : signed;
    const headers = { 'content-type': 'application/json' };
    return sendWebhook(String(rest.url_callback), { method: 'POST', headers, body });
  };
  return {
    ...server,
    invoices,
    env: { CRYPTOMUS_URL: server.url },
    register: (gatewayUrl) => ({
      CryptoMerchant_ID: MERCHANT,
      CryptoAPI_Key: key,
      CryptoWebhook_Url: `${gatewayUrl}/api/crypto/webhook`,
      EnabledCryptomus: 'true',
    }),
    has: (order) => invoices.has(order),
    move,
    pay: (order) => move(order, 'paid'),
    claims: CLAIMS,
    giveBack(order) {
      move(order, 'refund_paid');
      return notify(order);
    },
    notify,
  };
}

function listRates(coin: string): SimulatorResponse {
  const known = [...COINS, CLOSED].find(({ currency }) => currency === coin);
  if (!known) return refused(404, 'unknown');
  return result([
    { from: coin, to: 'EUR', course: '0.5' },
    { from: coin, to: 'USD', course: known.course },
  ]);
}

function serveMerchant(call: SimulatorRequest, invoices: Map<string, Fields>): SimulatorResponse {
  const input = JSON.parse(call.text) as Fields;
  switch (call.path) {
    case '/v1/payment/services':
      return result(
        [...COINS, CLOSED].map((coin) => ({
          network: coin.network,
          currency: coin.currency,
          is_available: coin !== CLOSED,
          limit: { min_amount: coin.min, max_amount: '100000.00000000' },
          commission: { fee_amount: '0.00', percent: '0.00' },
        })),
      );
    case '/v1/payment':
      return createInvoice(input, invoices);
    case '/v1/payment/info': {
      const invoice = invoices.get(String(input.order_id));
      return invoice ? result(invoice) : refused(404, 'Payment not found');
    }
    case '/v1/payment/qr':
      return result({ image: QR });
    default:
      return refused(404, 'not found');
  }
}

/** Repeating an order number returns the same invoice. */
function createInvoice(input: Fields, invoices: Map<string, Fields>): SimulatorResponse {
  const orderId = String(input.order_id);
  const coin = COINS.find(
    ({ currency, network }) => currency === input.to_currency && network === input.network,
  );
  const lifetime = Number(input.lifetime);
  if (!coin || !/^[\w-]{1,128}$/.test(orderId) || !/^\d+(\.\d+)?$/.test(String(input.amount)))
    return { status: 422, body: { state: 1, errors: { order_id: ['The order is invalid.'] } } };
  if (!(lifetime >= 300 && lifetime <= 43_200)) return refused(422, 'The lifetime is invalid.');
  const known = invoices.get(orderId);
  if (known) return result(known);
  const uuid = randomUUID();
  const invoice: Fields = {
    uuid,
    order_id: orderId,
    amount: input.amount,
    payer_amount: (Number(input.amount) / Number(coin.course)).toFixed(8),
    payer_currency: coin.currency,
    currency: input.currency,
    network: coin.network.toLowerCase(),
    address: ADDRESS,
    payment_status: 'check',
    status: 'check',
    is_final: false,
    url: `https://pay.example/pay/${uuid}`,
    url_callback: input.url_callback,
  };
  invoices.set(orderId, invoice);
  return result(invoice);
}
