import { type CryptoStatus, type CryptoTransaction, ROLE_ADMIN } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { findOrderByReference, type OrderRow } from '../../store/orders-repository.ts';
import { readObject } from '../../platform/lenient-json.ts';
import { consolePageUrl } from './webhook-url.ts';
import { createInvoice, type InvoiceDetails } from './providers/cryptomus.ts';
import { openOrder } from './open-order.ts';
import { requireMethod } from './payment-methods.ts';
import { formatCents, priceOrder } from './price-order.ts';
import { placeOrderWithProvider, type PaymentDomain } from './start-payment.ts';

interface CryptoOrderInput {
  currency: string;
  network: string;
  /** USD to buy. */
  amount: number;
}

const METHOD = 'cryptomus';
/** Of an invoice whose answer never came, though its payment did. */
const NO_DETAILS: InvoiceDetails = {
  pay_amount: '',
  pay_currency: '',
  network: '',
  address: '',
  qrCode: '',
};

/** Coins that can be paid with. Throws AppError where crypto payment is off or can't be asked. */
export function listCoins({ options, payments }: PaymentDomain) {
  requireMethod(options, METHOD);
  return payments.coins.read(payments);
}

/** Orders a top-up in a coin: where to send how many, and until when. */
export async function payByCoin(
  domain: PaymentDomain,
  user: { id: number; group: string },
  { currency, network, amount }: CryptoOrderInput,
): Promise<CryptoTransaction> {
  const { options, payments } = domain;
  const is = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
  const coin = (await listCoins(domain)).find(
    (one) => is(one.currency, currency) && is(one.network, network),
  );
  if (!coin) throw new AppError('payment_currency_unknown');
  const { payCents } = priceOrder(options, { amount, method: METHOD, group: user.group });
  const paidUsd = payCents / 100 / options.number('Exchange_Rate');
  const inCoins = Number((Math.min(amount, paidUsd) * coin.conversion_rate).toFixed(8));
  if (inCoins < coin.min_amount) throw new AppError('payment_amount_too_small');
  const order = await openOrder(domain, user, {
    method: METHOD,
    amount,
    lifetimeSeconds: options.number('LifeTime') * 60,
  });
  const placed = await placeOrderWithProvider(domain, order, () =>
    createInvoice(payments, order, coin),
  );
  return present(domain, { ...order, ...placed, details: JSON.stringify(placed.details) });
}

/** A payment in coins of this user, or of anybody for an administrator. Throws AppError payment_not_found. */
export async function readTransaction(
  domain: PaymentDomain,
  user: { id: number; role: number },
  uuid: string,
): Promise<CryptoTransaction> {
  const order = await findOrderByReference(domain.store.db, METHOD, uuid);
  if (!order || (order.user_id !== user.id && user.role < ROLE_ADMIN))
    throw new AppError('payment_not_found');
  return present(domain, order);
}

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

/** Money on its way is told as such also after the end of the countdown. */
function statusOf({ status, confirming, expires_at: end }: OrderRow, now: number): CryptoStatus {
  if (status === 'paid') return 'success';
  if (status === 'failed') return 'failed';
  if (confirming === 1) return 'confirming';
  return status === 'expired' || end <= now ? 'expired' : 'waiting';
}
