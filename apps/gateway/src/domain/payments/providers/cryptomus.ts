import type { CryptoTransaction } from '@tollgate/contract';
import { AppError } from '../../../platform/app-error.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';
import { isObject, textOf } from '../../../platform/lenient-json.ts';
import { webhookUrl, consolePageUrl } from '../webhook-url.ts';
import { callCryptomus, openCryptomusWebhook } from './cryptomus-wire.ts';
import type { PaymentEvent } from '../payment-event.ts';
import { formatCents } from '../price-order.ts';
import { readCents } from '../read-cents.ts';

type Desk = Parameters<typeof callCryptomus>[0];

/** What is kept of an invoice beside the order. */
export type InvoiceDetails = Pick<
  CryptoTransaction,
  'pay_amount' | 'pay_currency' | 'network' | 'address' | 'qrCode'
>;

const OUTCOMES: Readonly<Record<string, PaymentEvent['outcome']>> = {
  paid: 'paid',
  paid_over: 'paid',
  process: 'confirming',
  confirm_check: 'confirming',
  wrong_amount_waiting: 'confirming',
  check: 'waiting',
  cancel: 'expired',
  fail: 'failed',
  system_fail: 'failed',
  wrong_amount: 'failed',
  locked: 'confirming',
};

/** Orders an invoice for one coin. Throws AppError payment_failed. */
export async function createInvoice(
  desk: Desk,
  order: OrderRow,
  { currency, network }: { currency: string; network: string },
): Promise<{ reference: string; details: InvoiceDetails }> {
  const { options } = desk;
  const page = consolePageUrl(options, '/topup');
  const result = await callCryptomus(desk, '/v1/payment', {
    amount: formatCents(order.pay_cents),
    currency: order.currency,
    order_id: order.trade_no,
    to_currency: currency,
    network,
    url_callback: webhookUrl(options, 'cryptomus', 'CryptoWebhook_Url'),
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
    qrCode: pictureOf(invoice.address_qr_code),
  };
  if (
    reference === '' ||
    details.address === '' ||
    details.pay_amount === '' ||
    invoice.order_id !== order.trade_no ||
    readCents(invoice.amount) !== order.pay_cents
  )
    throw new AppError('payment_failed', {}, { internal: 'cryptomus: an invoice without address' });
  return {
    reference,
    details:
      details.qrCode === '' ? { ...details, qrCode: await fetchQr(desk, reference) } : details,
  };
}

/** The picture of an invoice's address; '' where there is none: a page can draw it by itself. */
async function fetchQr(desk: Desk, uuid: string): Promise<string> {
  const result = await callCryptomus(desk, '/v1/payment/qr', { merchant_payment_uuid: uuid }).catch(
    () => undefined,
  );
  return pictureOf(isObject(result) ? result.image : undefined);
}

/** Only a picture inside its address, of at most 64 KiB, gets to browsers. */
function pictureOf(value: unknown): string {
  const text = textOf(value);
  return text.length < 65_536 && /^data:image\/(png|svg\+xml|jpeg);base64,[\w+/=]+$/.test(text)
    ? text
    : '';
}

/** A webhook of Cryptomus; undefined where its signature is not ours. */
export function readCryptomusWebhook(text: string, key: string): PaymentEvent | undefined {
  const fields = openCryptomusWebhook(text, key);
  return fields && toNotice(fields);
}

/** Asks Cryptomus about an order; undefined where it doesn't know it. */
export async function queryCryptomus(
  desk: Desk,
  order: OrderRow,
): Promise<PaymentEvent | undefined> {
  const result = await callCryptomus(desk, '/v1/payment/info', { order_id: order.trade_no });
  return isObject(result) ? toNotice({ status: result.payment_status, ...result }) : undefined;
}

function toNotice(fields: Readonly<Record<string, unknown>>): PaymentEvent {
  const outcome = OUTCOMES[textOf(fields.status)] ?? 'waiting';
  return {
    provider: 'cryptomus',
    tradeNo: textOf(fields.order_id),
    reference: textOf(fields.uuid) || undefined,
    // A payment counts once the network can't take it back.
    outcome: outcome === 'paid' && fields.is_final === false ? 'confirming' : outcome,
    cents: readCents(fields.amount),
    currency: textOf(fields.currency),
  };
}
