import { type CryptoStatus, type CryptoTransaction, ROLE_ADMIN } from '@tollgate/contract';
import { AppError } from '../../../platform/app-error.ts';
import { nowSeconds } from '../../../platform/clock.ts';
import { readObject } from '../../../platform/lenient-json.ts';
import { listOrderEvents } from '../../../store/order-events-repository.ts';
import { findOrderByReference, type OrderRow } from '../../../store/orders-repository.ts';
import { formatCents } from '../format-cents.ts';
import { requireMethod } from '../payment-methods.ts';
import { priceOrder } from '../price-order.ts';
import { type PaymentDomain, startPayment } from '../start-payment.ts';
import { consolePageUrl } from '../webhook-url.ts';
import type { InvoiceDetails } from './cryptomus.ts';

interface CryptoOrderInput {
  currency: string;
  network: string;
  /** USD to buy. */
  amount: number;
}

const METHOD = 'cryptomus';
/** For an invoice whose response was lost although its payment arrived. */
const NO_DETAILS: InvoiceDetails = {
  pay_amount: '',
  pay_currency: '',
  network: '',
  address: '',
  qrCode: '',
};

/**
 * Lists the coins that can be paid with. Throws an AppError if crypto payment is off or the provider fails.
 */
export function listCoins({ options, payments }: Pick<PaymentDomain, 'options' | 'payments'>) {
  requireMethod(options, METHOD);
  return payments.cryptomus.listCurrencies();
}

/** Orders a top-up paid in a coin: returns where to send how much, and until when. */
export async function payByCoin(
  domain: PaymentDomain,
  user: { id: number; group: string },
  { currency, network, amount }: CryptoOrderInput,
): Promise<CryptoTransaction> {
  const { options } = domain;
  const equalsIgnoringCase = (left: string, right: string) =>
    left.toLowerCase() === right.toLowerCase();
  const coin = (await listCoins(domain)).find(
    (candidate) =>
      equalsIgnoringCase(candidate.currency, currency) &&
      equalsIgnoringCase(candidate.network, network),
  );
  if (!coin) throw new AppError('payment_currency_unknown');
  const { payCents } = priceOrder(options, { amount, method: METHOD, group: user.group });
  const paidUsd = payCents / 100 / options.number('Exchange_Rate');
  const inCoins = Number((Math.min(amount, paidUsd) * coin.conversion_rate).toFixed(8));
  if (inCoins < coin.min_amount) throw new AppError('payment_amount_too_small');
  const {
    order,
    details,
    reference = null,
  } = await startPayment(domain, user, { method: METHOD, amount }, { coin });
  return present(domain, { ...order, reference, details: JSON.stringify(details) });
}

/**
 * Returns a coin payment of this user, or of anybody for an administrator. Throws AppError payment_not_found.
 */
export async function readTransaction(
  domain: PaymentDomain,
  user: { id: number; role: number },
  uuid: string,
): Promise<CryptoTransaction> {
  const order = await findOrderByReference(domain.store.db, METHOD, uuid);
  if (!order || (order.user_id !== user.id && user.role < ROLE_ADMIN))
    throw new AppError('payment_not_found');
  const transaction = present(domain, order);
  const isShort = await isUnderpaid(domain, order);
  return isShort ? { ...transaction, status: inUnderpayment(transaction.status) } : transaction;
}

/** Whether the provider's latest report about the payment says that less than its price arrived. */
async function isUnderpaid({ store }: PaymentDomain, { id, status }: OrderRow): Promise<boolean> {
  if (status === 'paid') return false;
  const outcomes = (await listOrderEvents(store.db, id)).map(
    ({ details }) => readObject(details)['outcome'],
  );
  const saysNothing = [undefined, 'unknown', 'unreachable'] as unknown[];
  return outcomes.find((outcome) => !saysNothing.includes(outcome)) === 'underpaid';
}

/** Once the order has ended, the rest can no longer be sent. */
const inUnderpayment = (status: CryptoStatus): CryptoStatus =>
  status === 'waiting' ? 'partly_paid' : 'underpaid';

function present({ options, clock }: PaymentDomain, order: OrderRow): CryptoTransaction {
  return {
    uuid: order.reference ?? '',
    created_at: order.created_at,
    lifetime: order.expires_at - order.created_at,
    amount: formatCents(order.pay_cents),
    currency: order.currency,
    ...NO_DETAILS,
    ...(readObject(order.details) as Partial<InvoiceDetails>),
    status: statusOf(order, nowSeconds(clock)),
    redirect_url: consolePageUrl(options, '/checkout-success'),
  };
}

/** A payment in progress is shown as such even after the countdown has ended. */
function statusOf({ status, confirming, expires_at: end }: OrderRow, now: number): CryptoStatus {
  if (status === 'paid') return 'success';
  if (status === 'failed') return 'failed';
  if (confirming === 1) return 'confirming';
  return status === 'expired' || end <= now ? 'expired' : 'waiting';
}
