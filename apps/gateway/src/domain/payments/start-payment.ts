import type { PaymentIntent } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { endOrder, type OrderRow, setReference } from '../../store/orders-repository.ts';
import type { Domain } from '../domain.ts';
import { createIntent } from './providers/airwallex.ts';
import { webhookUrl } from './webhook-url.ts';
import { buildEpayForm } from './providers/epay.ts';
import { openOrder, type OrderInput } from './open-order.ts';
import { requireMethod } from './payment-methods.ts';
import { formatCents } from './price-order.ts';
import { createUsdtOrder } from './providers/usdt.ts';

export type PaymentDomain = Pick<Domain, 'store' | 'options' | 'clock' | 'log' | 'payments'>;

interface Buyer {
  id: number;
  group: string;
}

/** Orders a top-up by epay; the form that the browser posts, and where. */
export async function payByEpay(
  domain: PaymentDomain,
  user: Buyer,
  input: { method: 'zfb' | 'wx'; amount: number },
): Promise<{ url: string; fields: Record<string, string> }> {
  requireMethod(domain.options, input.method);
  webhookUrl(domain.options, 'epay');
  return buildEpayForm(domain.options, await openOrder(domain, user, input));
}

/** Orders a top-up at the stablecoin gateway; the page to pay at. */
export async function payByStablecoin(
  domain: PaymentDomain,
  user: Buyer,
  amount: number,
): Promise<string> {
  requireMethod(domain.options, 'usdt');
  webhookUrl(domain.options, 'usdt', 'UsdtNotifyUrl');
  const order = await openOrder(domain, user, { method: 'usdt', amount });
  const { payUrl } = await placeOrderWithProvider(domain, order, () =>
    createUsdtOrder(domain.payments, order),
  );
  return payUrl;
}

/** Orders a top-up by card; what the provider's widget needs. */
export async function payByCard(
  domain: PaymentDomain,
  user: Buyer,
  input: Pick<OrderInput, 'amount' | 'requestId' | 'clientOrderId'>,
): Promise<PaymentIntent> {
  const order = await openOrder(domain, user, { method: 'airwallex', ...input });
  const { reference, clientSecret } = await placeOrderWithProvider(domain, order, () =>
    createIntent(domain.payments.airwallex, domain.options, order),
  );
  return {
    id: reference,
    client_secret: clientSecret,
    currency: order.currency,
    amount: formatCents(order.pay_cents),
  };
}

/**
 * Orders at the provider and keeps its number. An order that can't be placed has failed; should
 * the provider have it all the same and be paid, its notice still credits it.
 */
export async function placeOrderWithProvider<
  Result extends { reference: string; details?: object },
>(
  { store, log }: Pick<PaymentDomain, 'store' | 'log'>,
  order: OrderRow,
  place: () => Promise<Result>,
): Promise<Result> {
  try {
    const placed = await place();
    const { reference, details } = placed;
    await setReference(store.db, order.id, {
      reference,
      ...(details === undefined ? {} : { details: JSON.stringify(details) }),
    });
    return placed;
  } catch (error) {
    const { provider, trade_no: tradeNo } = order;
    log.warn({ err: error, provider, tradeNo }, 'a payment could not be ordered at its provider');
    await endOrder(store.db, order.id, 'failed');
    throw error instanceof AppError ? error : new AppError('payment_failed', {}, { cause: error });
  }
}
