import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { endOrder, type OrderRow, setReference } from '../../store/orders-repository.ts';
import { recordOrderEvent } from './order-history.ts';
import { openOrder, type OrderInput } from './open-order.ts';
import { requireMethod } from './payment-methods.ts';
import type { PaymentClients } from './payment-clients.ts';
import type { OrderChoice, PaymentContext, PlacedOrder } from './payment-provider.ts';
import { providerOf } from './price-order.ts';
import { webhookUrl } from './webhook-url.ts';

export interface PaymentDomain extends Pick<PaymentContext, 'store' | 'options' | 'clock' | 'log'> {
  readonly payments: PaymentClients;
}

/** An order of ours, as placed with its provider. */
export interface StartedPayment extends PlacedOrder {
  readonly order: OrderRow;
}

/**
 * Orders a top-up: stores the order, then places it with its provider. Throws an AppError if the method is
 * off, no webhook could arrive, the order can't be created or the provider refuses it.
 */
export async function startPayment(
  domain: PaymentDomain,
  user: { id: number; group: string },
  input: OrderInput,
  choice: OrderChoice = {},
): Promise<StartedPayment> {
  requireMethod(domain.options, input.method);
  const { id, webhook } = providerOf(input.method);
  if (webhook.needsAddress) webhookUrl(domain.options, webhook);
  const order = await openOrder(domain, user, input);
  const client = domain.payments[id];
  const placedOrder = await placeOrderWithProvider(domain, order, async () =>
    client.placeOrder(order, choice),
  );
  return { ...placedOrder, order };
}

/**
 * Stores the number that the provider gives an order. An order that can't be placed counts as failed; if the
 * provider has it nevertheless and it is paid, its webhook still credits it.
 */
async function placeOrderWithProvider(
  { store, log, clock }: PaymentDomain,
  order: OrderRow,
  placeOrder: () => Promise<PlacedOrder>,
): Promise<PlacedOrder> {
  try {
    const placedOrder = await placeOrder();
    const { reference, details } = placedOrder;
    if (reference !== undefined)
      await setReference(store.db, order.id, {
        reference,
        ...(details === undefined ? {} : { details: JSON.stringify(details) }),
      });
    const eventReference = reference === undefined ? {} : { reference };
    await recordOrderEvent(store.db, order.id, {
      kind: 'placed',
      at: nowSeconds(clock),
      ...eventReference,
    });
    return placedOrder;
  } catch (error) {
    const { provider, trade_no: tradeNo } = order;
    log.warn({ err: error, provider, tradeNo }, 'payment order could not be placed');
    await endOrder(store.db, order.id, 'failed');
    await recordOrderEvent(store.db, order.id, { kind: 'not-placed', at: nowSeconds(clock) });
    throw error instanceof AppError ? error : new AppError('payment_failed', {}, { cause: error });
  }
}
