import type { PaymentMethod } from '@tollgate/contract';
import type { OrderRow } from '../../../store/orders-repository.ts';
import type { OptionStore } from '../../options/options.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import { yuanPrice } from '../currency-price.ts';
import { formatCents } from '../format-cents.ts';
import type { PaymentProvider, WebhookRequest, WebhookRoute } from '../payment-provider.ts';
import { textOf } from '../../../platform/lenient-json.ts';
import { requestProvider } from '../request-provider.ts';
import { consolePageUrl, webhookUrl } from '../webhook-url.ts';
import type { PaymentEvent } from '../payment-event.ts';
import { readCents } from '../read-cents.ts';
import { isSameSignature } from '../../../platform/is-same-signature.ts';
import { epayRefunds } from './epay-refunds.ts';
import { isUnambiguous, signSorted } from './sign-sorted.ts';

/** The protocol's names for our methods. */
const TYPES: Readonly<Record<string, string>> = { zfb: 'alipay', wx: 'wxpay' };
/** Statuses of an order that is queried; others are not paid. */
const QUERY_OUTCOMES: Readonly<Record<string, PaymentEvent['outcome']>> = {
  1: 'paid',
  2: 'returned',
};
const UNSIGNED = ['sign', 'sign_type'];

const webhook: WebhookRoute = {
  path: '/api/user/epay/notify',
  methods: ['GET', 'POST'],
  acknowledgement: 'success',
  rejectedStatus: 200,
  needsAddress: true,
  operation: 'Epay',
};

/** Epay gateways (Alipay, WeChat Pay): a signed form that the browser posts, in yuan. */
export const epay = {
  id: 'epay',
  price: yuanPrice,
  webhook,
  browserOrigins: (options) => ({ forms: plainOrigin(options.text('PayAddress')) }),
  refund: { parts: 'whole', repeatableSeconds: 0, needsReference: false },
  createClient({ outbound, options }) {
    const query = (order: OrderRow) => queryEpay(outbound, options, order);
    return {
      placeOrder: (order) => buildEpayForm(options, order),
      readWebhook: (request) => readEpayWebhook(options, readFields(request)),
      queryOrder: query,
      refunds: epayRefunds(outbound, options, query),
    };
  },
} as const satisfies PaymentProvider;

/** Returns the form that a browser posts to pay, and its URL. */
function buildEpayForm(
  options: OptionStore,
  order: OrderRow,
): { url: string; fields: Record<string, string> } {
  const fields = {
    pid: options.text('EpayId'),
    type: TYPES[order.method] ?? '',
    out_trade_no: order.trade_no,
    notify_url: webhookUrl(options, webhook),
    return_url: consolePageUrl(options, '/topup'),
    name: `TUC${order.buy_cents / 100}`,
    money: formatCents(order.pay_cents),
    device: 'pc',
  };
  const sign = signSorted(fields, options.text('EpayKey'), UNSIGNED);
  return {
    url: `${options.text('PayAddress')}/submit.php`,
    fields: { ...fields, sign, sign_type: 'MD5' },
  };
}

/** Reads a webhook's fields; none if one occurs twice, because it is unclear which of them was signed. */
function readFields({ method, query, body }: WebhookRequest): Readonly<Record<string, string>> {
  const params = new URLSearchParams(method === 'POST' ? body || query : query);
  const fields = Object.fromEntries(params);
  return Object.keys(fields).length === params.size ? fields : {};
}

/**
 * Reads a payment event of epay; undefined if it is not signed with our key, is ambiguous, or is for another
 * merchant.
 */
export function readEpayWebhook(
  options: OptionStore,
  fields: Readonly<Record<string, string>>,
): PaymentEvent | undefined {
  const key = options.text('EpayKey');
  if (key === '' || !isSameSignature(signSorted(fields, key, UNSIGNED), fields.sign))
    return undefined;
  if (!isUnambiguous(fields)) return undefined;
  if (fields.pid !== options.text('EpayId')) return undefined;
  return {
    provider: 'epay',
    tradeNo: fields.out_trade_no ?? '',
    reference: fields.trade_no || undefined,
    outcome: fields.trade_status === 'TRADE_SUCCESS' ? 'paid' : 'waiting',
    cents: readCents(fields.money),
    method: methodOf(fields.type),
  };
}

async function queryEpay(
  outbound: Outbound,
  options: OptionStore,
  order: OrderRow,
): Promise<PaymentEvent | undefined> {
  const query = new URLSearchParams({
    act: 'order',
    pid: options.text('EpayId'),
    key: options.text('EpayKey'),
    out_trade_no: order.trade_no,
  });
  const { body } = await requestProvider(outbound, {
    url: `${options.text('PayAddress')}/api.php?${query.toString()}`,
  });
  if (textOf(body.code) !== '1' || body.out_trade_no !== order.trade_no) return undefined;
  if (textOf(body.pid) !== options.text('EpayId')) return undefined;
  return {
    provider: 'epay',
    tradeNo: order.trade_no,
    reference: typeof body.trade_no === 'string' ? body.trade_no : undefined,
    outcome: QUERY_OUTCOMES[textOf(body.status)] ?? 'waiting',
    cents: readCents(body.money),
    method: methodOf(body.type),
  };
}

function methodOf(type: unknown): PaymentMethod | 'other' {
  if (type === TYPES.zfb) return 'zfb';
  return type === TYPES.wx ? 'wx' : 'other';
}

/**
 * Returns the origin that orders are posted to without TLS, which requires the operator's explicit setting.
 */
function plainOrigin(address: string): string[] {
  const url = URL.parse(address);
  return url?.protocol === 'http:' ? [url.origin] : [];
}
