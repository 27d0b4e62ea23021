import type { CryptoTransaction, PaymentCurrency } from '@tollgate/contract';
import { AppError } from '../../../platform/app-error.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import { isObject, textOf } from '../../../platform/lenient-json.ts';
import { formatCents } from '../format-cents.ts';
import type {
  OrderChoice,
  PaymentClient,
  PaymentProvider,
  PlacedOrder,
  WebhookRoute,
} from '../payment-provider.ts';
import { consolePageUrl, webhookUrl } from '../webhook-url.ts';
import { CryptomusCurrencies } from './cryptomus-currencies.ts';
import { callCryptomus, type CryptomusContext, openCryptomusWebhook } from './cryptomus-wire.ts';
import type { PaymentEvent } from '../payment-event.ts';
import { readCents } from '../read-cents.ts';

/** What is stored of an invoice with the order. */
export type InvoiceDetails = Pick<
  CryptoTransaction,
  'pay_amount' | 'pay_currency' | 'network' | 'address' | 'qrCode'
>;

const OUTCOMES: Readonly<Record<string, PaymentEvent['outcome']>> = {
  paid: 'paid',
  paid_over: 'paid',
  process: 'confirming',
  confirm_check: 'confirming',
  wrong_amount_waiting: 'underpaid',
  check: 'waiting',
  cancel: 'expired',
  fail: 'failed',
  system_fail: 'failed',
  wrong_amount: 'underpaid',
  locked: 'confirming',
  refund_process: 'returned',
  refund_paid: 'returned',
  refund_fail: 'returned',
};

/** Refunds are not made here, so they have no number of ours. */
const RETURN_FAILED = { number: '', state: 'failed', reference: '' } as const;

const webhook: WebhookRoute = {
  path: '/api/crypto/webhook',
  methods: ['POST'],
  acknowledgement: 'ok',
  rejectedStatus: 400,
  needsAddress: true,
  urlOption: 'CryptoWebhook_Url',
  operation: 'Cryptomus',
};

interface CryptomusClient extends PaymentClient {
  /** Lists the coins that can be paid with. Throws AppError payment_failed. */
  listCurrencies(): Promise<PaymentCurrency[]>;
}

/** Cryptomus (and Heleket): an invoice in one coin, paid to an address shown in the console. */
export const cryptomus = {
  id: 'cryptomus',
  price: (options) => ({
    currency: options.text('MainCurrency').trim().toUpperCase() || 'USD',
    price: options.number('Exchange_Rate'),
  }),
  // For coins one error covers both minimums, the site's and the coin's.
  belowMinimumError: 'payment_amount_too_small',
  lifetimeSeconds: (options) => options.number('LifeTime') * 60,
  webhook,
  createClient(context): CryptomusClient {
    const currencies = new CryptomusCurrencies(context.clock);
    return {
      listCurrencies: () => currencies.read(context),
      placeOrder: (order, choice) => createInvoice(context, order, choice),
      readWebhook: ({ body }) => readCryptomusWebhook(body, context.options.text('CryptoAPI_Key')),
      queryOrder: (order) => queryCryptomus(context, order),
    };
  },
} as const satisfies PaymentProvider;

/** Creates an invoice for one coin. Throws AppError payment_failed. */
async function createInvoice(
  context: CryptomusContext,
  order: OrderRow,
  { coin }: OrderChoice,
): Promise<PlacedOrder> {
  if (!coin) throw new AppError('payment_currency_unknown');
  const { currency, network } = coin;
  const { options } = context;
  const page = consolePageUrl(options, '/topup');
  const result = await callCryptomus(context, '/v1/payment', {
    amount: formatCents(order.pay_cents),
    currency: order.currency,
    order_id: order.trade_no,
    to_currency: currency,
    network,
    url_callback: webhookUrl(options, webhook),
    ...(page === '/topup' ? {} : { url_return: page }),
    lifetime: order.expires_at - order.created_at,
  });
  const invoice = isObject(result) ? result : {};
  const reference = textOf(invoice.uuid);
  const details = {
    pay_amount: textOf(invoice.payer_amount),
    pay_currency: textOf(invoice.payer_currency),
    network: textOf(invoice.network) || network,
    address: textOf(invoice.address),
    qrCode: imageOf(invoice.address_qr_code),
  };
  if (
    reference === '' ||
    details.address === '' ||
    details.pay_amount === '' ||
    invoice.order_id !== order.trade_no ||
    readCents(invoice.amount) !== order.pay_cents ||
    !isOrAbsent(invoice.currency, order.currency) ||
    !isOrAbsent(invoice.payer_currency, currency)
  )
    throw new AppError(
      'payment_failed',
      {},
      { internal: 'cryptomus: another invoice than asked for, or one without address' },
    );
  return {
    reference,
    details:
      details.qrCode === '' ? { ...details, qrCode: await fetchQr(context, reference) } : details,
  };
}

const isOrAbsent = (value: unknown, expected: string) =>
  value === undefined || textOf(value).toUpperCase() === expected.toUpperCase();

/** Fetches the QR code image of an invoice's address; '' if there is none, as a page can draw it itself. */
async function fetchQr(context: CryptomusContext, uuid: string): Promise<string> {
  const result = await callCryptomus(context, '/v1/payment/qr', {
    merchant_payment_uuid: uuid,
  }).catch(() => undefined);
  return imageOf(isObject(result) ? result.image : undefined);
}

/** Passes only data URLs of images of at most 64 KiB on to browsers. */
function imageOf(value: unknown): string {
  const text = textOf(value);
  return text.length < 65_536 && /^data:image\/(png|svg\+xml|jpeg);base64,[\w+/=]+$/.test(text)
    ? text
    : '';
}

/**
 * Reads a payment event of Cryptomus: undefined if its signature does not match, 'unrelated' if it is not
 * about an invoice but a payout or a deposit to a wallet, whose order numbers are others.
 */
function readCryptomusWebhook(text: string, key: string): PaymentEvent | 'unrelated' | undefined {
  const fields = openCryptomusWebhook(text, key);
  if (!fields) return undefined;
  return fields.type === undefined || fields.type === 'payment' ? toEvent(fields) : 'unrelated';
}

async function queryCryptomus(
  context: CryptomusContext,
  order: OrderRow,
): Promise<PaymentEvent | undefined> {
  const result = await callCryptomus(context, '/v1/payment/info', { order_id: order.trade_no });
  if (!isObject(result)) return undefined;
  const { status, payment_status: paymentStatus = status } = result;
  // The two names of the status say the same; if they do not, neither is believed.
  return toEvent({
    ...result,
    status: (status ?? paymentStatus) === paymentStatus ? paymentStatus : '',
  });
}

function toEvent(fields: Readonly<Record<string, unknown>>): PaymentEvent {
  const status = textOf(fields.status);
  const outcome = OUTCOMES[status] ?? 'waiting';
  const { is_final: isFinal = true } = fields;
  return {
    provider: 'cryptomus',
    tradeNo: textOf(fields.order_id),
    reference: textOf(fields.uuid) || undefined,
    // A payment counts once the network can no longer revert it.
    outcome: outcome === 'paid' && isFinal !== true ? 'confirming' : outcome,
    ...(outcome === 'underpaid' ? { isOver: status === 'wrong_amount' } : {}),
    ...(status === 'refund_fail' ? { refund: RETURN_FAILED } : {}),
    cents: readCents(fields.amount),
    currency: textOf(fields.currency),
  };
}
