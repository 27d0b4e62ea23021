import { type PaymentMethod, providerIdOf } from '@tollgate/contract';
import { randomBytes } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { insertOrder, type OrderRow } from '../../store/orders-repository.ts';
import type { PaymentEventDomain } from './apply-payment-event.ts';
import { recordOrderEvent } from './order-history.ts';
import { priceOrder, providerOf } from './price-order.ts';

/** Maximum number of a user's orders that can await payment at once. */
const OPEN_ORDERS_MAX = 20;
const LIFETIME_SECONDS = 3600;
/** Time between the order and its first query, in seconds. */
const FIRST_CHECK_SECONDS = 60;

export interface OrderInput {
  method: PaymentMethod;
  /** USD to buy, at most two decimals. */
  amount: number;
  /** The browser's ids of its request and its order. */
  requestId?: string | undefined;
  clientOrderId?: string | undefined;
}

/**
 * Creates an order, which fixes what is paid and what is credited. Throws an AppError if the amount is
 * invalid, the request was already made, or too many orders are open.
 */
export async function openOrder(
  { store, options, clock }: PaymentEventDomain,
  user: { id: number; group: string },
  { method, amount, requestId, clientOrderId }: OrderInput,
): Promise<OrderRow> {
  const { buyCents, payCents, currency, quota } = priceOrder(options, {
    amount,
    method,
    group: user.group,
  });
  const now = nowSeconds(clock);
  const lifetimeSeconds = providerOf(method).lifetimeSeconds?.(options) ?? LIFETIME_SECONDS;
  const order = await insertOrder(
    store,
    {
      trade_no: newTradeNumber(now),
      user_id: user.id,
      provider: providerIdOf(method),
      method,
      status: 'pending',
      buy_cents: buyCents,
      pay_cents: payCents,
      currency,
      quota,
      reference: null,
      request_id: requestId ?? null,
      client_order_id: clientOrderId ?? null,
      created_at: now,
      expires_at: now + lifetimeSeconds,
      paid_at: null,
      next_check_at: now + FIRST_CHECK_SECONDS,
    },
    OPEN_ORDERS_MAX,
  );
  if (order === 'too-many') throw new AppError('payment_too_many_open', { limit: OPEN_ORDERS_MAX });
  if (order === 'repeated') throw new AppError('payment_repeated');
  await recordOrderEvent(store.db, order.id, { kind: 'created', at: now });
  return order;
}

/** Returns 31 letters and digits, which every provider accepts; 80 bits of them are random. */
function newTradeNumber(now: number): string {
  return `T${now}${randomBytes(10).toString('hex')}`;
}
