import { AppError } from '../../../platform/app-error.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import type { OptionStore } from '../../options/options.ts';
import { isObject, readObject, textOf } from '../../../platform/lenient-json.ts';
import { requestProvider } from '../request-provider.ts';
import { webhookUrl, consolePageUrl } from '../webhook-url.ts';
import type { PaymentEvent } from '../payment-event.ts';
import { isWebAddress } from '../is-web-address.ts';
import { readCents } from '../read-cents.ts';
import { isSameSignature } from '../../../platform/is-same-signature.ts';
import { isUnambiguous, signSorted } from './sign-sorted.ts';
import type { StablecoinLog } from './stablecoin-log.ts';
import type { Outbound } from '../../../platform/outbound.ts';

const UNSIGNED = ['signature'];
/** What the numbers of the gateway say of an order. */
const OUTCOMES: Readonly<Record<string, PaymentEvent['outcome']>> = {
  1: 'waiting',
  2: 'paid',
  3: 'expired',
};

export interface UsdtClient {
  ask: Outbound;
  options: OptionStore;
  log: StablecoinLog;
}

/** Orders at the gateway; answers its number of the order and the page to pay at. Throws AppError payment_failed. */
export async function createUsdtOrder(
  desk: UsdtClient,
  order: OrderRow,
): Promise<{ reference: string; payUrl: string }> {
  const { ask, options, log } = desk;
  const redirect = options.text('UsdtRedirectUrl') || consolePageUrl(options, '/topup');
  const fields = {
    order_id: order.trade_no,
    amount: order.pay_cents / 100,
    fiat: order.currency,
    merchant_id: options.text('UsdtMerchantId'),
    notify_url: webhookUrl(options, 'usdt', 'UsdtNotifyUrl'),
    ...(isWebAddress(redirect) ? { redirect_url: redirect } : {}),
  };
  const signature = signSorted(fields, options.text('UsdtApiKey'), UNSIGNED);
  const body = JSON.stringify({ ...fields, signature });
  await log.write('request', body);
  const { body: answer, text } = await requestProvider(ask, {
    url: `${options.text('UsdtApiUrl')}/api/v1/order/create-transaction`,
    body,
  });
  await log.write('answer', text);
  const data = isObject(answer.data) ? answer.data : {};
  const payUrl = textOf(data.payment_url);
  const reference = textOf(data.trade_id);
  if (
    Number(answer.status_code) !== 200 ||
    reference === '' ||
    data.order_id !== order.trade_no ||
    !isWebAddress(payUrl)
  )
    throw new AppError('payment_failed', {}, { internal: `usdt: ${textOf(answer.message)}` });
  return { reference, payUrl };
}

/** A notice of the gateway; undefined where it is not signed by our key or for another merchant. */
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

/** Asks the gateway about an order that it knows; undefined where it can't say. */
export async function queryUsdt(
  { ask, options, log }: UsdtClient,
  order: OrderRow,
): Promise<PaymentEvent | undefined> {
  if (order.reference === null) return undefined;
  const path = `/pay/check-status/${encodeURIComponent(order.reference)}`;
  const { body, text } = await requestProvider(ask, { url: options.text('UsdtApiUrl') + path });
  await log.write('status', text);
  const data = isObject(body.data) ? body.data : {};
  if (Number(body.status_code) !== 200 || data.trade_id !== order.reference) return undefined;
  return {
    provider: 'usdt',
    tradeNo: order.trade_no,
    reference: order.reference,
    outcome: OUTCOMES[textOf(data.status)] ?? 'waiting',
    // The answer tells no sum: the gateway's order has the one that it was made with.
    cents: order.pay_cents,
  };
}
