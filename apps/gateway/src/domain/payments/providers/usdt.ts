import { AppError } from '../../../platform/app-error.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import type { OptionStore } from '../../options/options.ts';
import { isObject, readObject, textOf } from '../../../platform/lenient-json.ts';
import { requestProvider } from '../request-provider.ts';
import { DOLLARS, yuanPrice } from '../currency-price.ts';
import type {
  PaymentClient,
  PaymentContext,
  PaymentProvider,
  PlacedOrder,
  WebhookRoute,
} from '../payment-provider.ts';
import { consolePageUrl, webhookUrl } from '../webhook-url.ts';
import type { PaymentEvent } from '../payment-event.ts';
import { isWebAddress } from '../is-web-address.ts';
import { readCents } from '../read-cents.ts';
import { isSameSignature } from '../../../platform/is-same-signature.ts';
import { isUnambiguous, signSorted } from './sign-sorted.ts';
import { createStablecoinLog, type StablecoinLog } from './stablecoin-log.ts';

const UNSIGNED = ['signature'];
/** The gateway's status numbers. */
const OUTCOMES: Readonly<Record<string, PaymentEvent['outcome']>> = {
  1: 'waiting',
  2: 'paid',
  3: 'expired',
};

const webhook: WebhookRoute = {
  path: '/api/user/usdt/notify',
  methods: ['POST'],
  acknowledgement: 'ok',
  rejectedStatus: 400,
  needsAddress: true,
  urlOption: 'UsdtNotifyUrl',
  operation: 'Stablecoin',
};

interface UsdtClient extends PaymentClient {
  readonly log: StablecoinLog;
}

/** Stablecoin gateways with epusdt's protocol: a payment page, priced in yuan or dollars. */
export const usdt = {
  id: 'usdt',
  price: (options) => (options.text('UsdtCurrency') === 'USD' ? DOLLARS : yuanPrice(options)),
  webhook,
  createClient(context): UsdtClient {
    const gateway = { ...context, log: createStablecoinLog(context) };
    const { log, options } = gateway;
    return {
      log,
      placeOrder: (order) => createUsdtOrder(gateway, order),
      async readWebhook({ body }) {
        const event = readUsdtWebhook(options, body);
        if (event) await log.write('webhook', body);
        return event;
      },
      onRejectedWebhook: ({ body }) => log.write('rejected webhook', body),
      queryOrder: (order) => queryUsdt(gateway, order),
    };
  },
} as const satisfies PaymentProvider;

interface Gateway extends Pick<PaymentContext, 'outbound' | 'options'> {
  log: StablecoinLog;
}

/**
 * Creates an order at the gateway; returns its number there and the payment page. Throws AppError
 * payment_failed.
 */
async function createUsdtOrder(gateway: Gateway, order: OrderRow): Promise<PlacedOrder> {
  const { outbound, options, log } = gateway;
  const redirect = options.text('UsdtRedirectUrl') || consolePageUrl(options, '/topup');
  const fields = {
    order_id: order.trade_no,
    amount: order.pay_cents / 100,
    fiat: order.currency,
    merchant_id: options.text('UsdtMerchantId'),
    notify_url: webhookUrl(options, webhook),
    ...(isWebAddress(redirect) ? { redirect_url: redirect } : {}),
  };
  const signature = signSorted(fields, options.text('UsdtApiKey'), UNSIGNED);
  const body = JSON.stringify({ ...fields, signature });
  await log.write('request', body);
  const { body: response, text } = await requestProvider(outbound, {
    url: `${options.text('UsdtApiUrl')}/api/v1/order/create-transaction`,
    body,
  });
  await log.write('response', text);
  const data = isObject(response.data) ? response.data : {};
  const payUrl = textOf(data.payment_url);
  const reference = textOf(data.trade_id);
  if (
    textOf(response.status_code) !== '200' ||
    reference === '' ||
    data.order_id !== order.trade_no ||
    !isWebAddress(payUrl)
  )
    throw new AppError('payment_failed', {}, { internal: `usdt: ${textOf(response.message)}` });
  if (!isPricedAsOrdered(data, order))
    throw new AppError('payment_failed', {}, { internal: 'usdt: another price than asked for' });
  return { reference, url: payUrl };
}

/**
 * Returns whether the gateway asks for the order's price. Its later answers name no amount, so this is the
 * only time to see. One that does not know currencies reads dollars as yuan, and asks for a seventh.
 */
function isPricedAsOrdered(
  { amount, fiat, actual_amount: coins }: Readonly<Record<string, unknown>>,
  { pay_cents: cents, currency }: OrderRow,
): boolean {
  if (amount !== undefined && readCents(amount) !== cents) return false;
  if (fiat !== undefined) return fiat === currency;
  return currency !== DOLLARS.currency || coins === undefined || Number(coins) * 200 >= cents;
}

/**
 * Reads a payment event of the gateway; undefined if it is not signed with our key, is ambiguous, or is for
 * another merchant.
 */
export function readUsdtWebhook(options: OptionStore, text: string): PaymentEvent | undefined {
  const key = options.text('UsdtApiKey');
  const fields = readObject(text);
  if (key === '' || !isSameSignature(signSorted(fields, key, UNSIGNED), fields.signature))
    return undefined;
  if (!isUnambiguous(fields)) return undefined;
  const { merchant_id: merchant } = fields;
  if (merchant !== undefined && textOf(merchant) !== options.text('UsdtMerchantId'))
    return undefined;
  return {
    provider: 'usdt',
    tradeNo: textOf(fields.order_id),
    reference: textOf(fields.trade_id) || undefined,
    outcome: OUTCOMES[textOf(fields.status)] ?? 'waiting',
    cents: readCents(fields.amount),
    ...(typeof fields.fiat === 'string' ? { currency: fields.fiat } : {}),
  };
}

async function queryUsdt(
  { outbound, options, log }: Gateway,
  order: OrderRow,
): Promise<PaymentEvent | undefined> {
  if (order.reference === null) return undefined;
  const path = `/pay/check-status/${encodeURIComponent(order.reference)}`;
  const { body, text } = await requestProvider(outbound, {
    url: options.text('UsdtApiUrl') + path,
  });
  await log.write('status', text);
  const data = isObject(body.data) ? body.data : {};
  if (textOf(body.status_code) !== '200' || data.trade_id !== order.reference) return undefined;
  return {
    provider: 'usdt',
    tradeNo: order.trade_no,
    reference: order.reference,
    outcome: OUTCOMES[textOf(data.status)] ?? 'waiting',
    // The response has no amount: the gateway's order has the amount it was created with.
    cents: order.pay_cents,
  };
}
