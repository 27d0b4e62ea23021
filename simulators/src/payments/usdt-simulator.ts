import { randomInt } from 'node:crypto';
import { md5Fields } from './md5-fields.ts';
import {
  type SimulatorRequest,
  type SimulatorResponse,
  startSimulatorServer,
} from '../simulator-server.ts';
import {
  cashierPage,
  OrderBook,
  type PaymentSimulator,
  type PaymentSimulatorOptions,
  sendWebhook,
  type WebhookChanges,
  type WebhookResponse,
} from './payment-simulator.ts';

interface UsdtOrder {
  fields: Record<string, unknown>;
  tradeId: string;
  status: number;
}

export interface UsdtSimulator extends PaymentSimulator {
  orders: OrderBook<UsdtOrder>;
}

const YUAN_PER_COIN = 6.7;

/** The options of a gateway with the simulated account. */
export const usdtOptions = (url: string, secret: string) => ({
  UsdtApiUrl: url,
  UsdtApiKey: secret,
  UsdtMerchantId: 'm-1',
});

const CLAIMS: PaymentSimulator['claims'] = {
  order: (number) => ({ order_id: number }),
  amount: (cents) => ({ amount: cents / 100 }),
  reference: (number) => ({ trade_id: number }),
  paid: { status: 2 },
  unpaid: { status: 1 },
  currency: (code) => ({ fiat: code }),
  forged: { amount: 9999 },
};

/** Starts a stablecoin gateway that speaks epusdt's protocol, for one key. */
export async function startUsdtSimulator({
  secret: key,
  port,
}: PaymentSimulatorOptions): Promise<UsdtSimulator> {
  const orders: UsdtSimulator['orders'] = new OrderBook();
  const notify: UsdtSimulator['notify'] = (number, changes = {}) =>
    notifyMerchant({ number, ...orders.of(number) }, key, changes);
  const serveCashier = async (
    call: SimulatorRequest,
    order: UsdtOrder,
  ): Promise<SimulatorResponse> => {
    const { fields } = order;
    if (call.method !== 'POST')
      return { body: cashierPage(`${String(fields.amount)} ${String(fields.fiat)}`, '') };
    order.status = 2;
    await notify(String(fields.order_id));
    return { body: '', location: String(fields.redirect_url ?? '/') };
  };
  const create = (call: SimulatorRequest, url: string) => {
    const fields = JSON.parse(call.text) as Record<string, unknown>;
    if (fields.signature !== md5Fields(fields, key))
      return { body: { status_code: 401, message: 'signature verification failed' } };
    const number = String(fields.order_id);
    if (orders.has(number)) return { body: { status_code: 10_002, message: 'order exists' } };
    const tradeId = String(randomInt(10 ** 14));
    orders.set(number, { fields, tradeId, status: 1 });
    const amount = Number(fields.amount);
    const coins = fields.fiat === 'USD' ? amount : amount / YUAN_PER_COIN;
    return {
      body: {
        status_code: 200,
        message: 'success',
        data: {
          trade_id: tradeId,
          order_id: number,
          amount,
          actual_amount: Number(coins.toFixed(4)),
          fiat: fields.fiat,
          token: 'TNEns8t9jbWENbStkQdVQtHMGpbsYsQjZK',
          expiration_time: 1_900_000_000,
          payment_url: `${url}/pay/checkout-counter/${tradeId}`,
        },
        request_id: 'b1c0',
      },
    };
  };
  const server = await startSimulatorServer((call, url) => {
    if (call.path === '/api/v1/order/create-transaction') return create(call, url);
    const [, page, requestedId] =
      /^\/pay\/(check-status|checkout-counter)\/(\w+)$/.exec(call.path) ?? [];
    const order = [...orders.values()].find(({ tradeId }) => tradeId === requestedId);
    if (order && page === 'checkout-counter') return serveCashier(call, order);
    if (!order) return { body: { status_code: 10_008, message: 'order not found' } };
    const data = { trade_id: order.tradeId, status: order.status };
    return { body: { status_code: 200, message: 'success', data } };
  }, port);
  return {
    ...server,
    orders,
    env: {},
    register: () => usdtOptions(server.url, key),
    has: (number) => orders.has(number),
    pay(number) {
      orders.of(number).status = 2;
    },
    notify,
    claims: CLAIMS,
  };
}

/** Sends the webhook of a paid order. */
function notifyMerchant(
  { number, fields: sent, tradeId }: UsdtOrder & { number: string },
  key: string,
  { fields = {}, forged = {} }: WebhookChanges,
): Promise<WebhookResponse> {
  const event: Record<string, unknown> = {
    trade_id: tradeId,
    order_id: number,
    amount: sent.amount,
    actual_amount: 15.625,
    token: 'TNEns8t9jbWENbStkQdVQtHMGpbsYsQjZK',
    block_transaction_id: '123333333321232132131',
    status: 2,
    ...fields,
  };
  const signed = { ...event, signature: md5Fields(event, key), ...forged };
  return sendWebhook(String(sent.notify_url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signed),
  });
}
