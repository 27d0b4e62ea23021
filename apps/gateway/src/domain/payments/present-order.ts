import type {
  Order,
  OrderEvent,
  OrderEventDetails,
  OrderEventKind,
  OrderState,
  OwnOrder,
} from '@tollgate/contract';
import type { OrderEventRow } from '../../store/order-events-repository.ts';
import type { FoundOrder } from '../../store/order-search-repository.ts';
import type { OrderRow } from '../../store/orders-repository.ts';

/** Returns the state of an order as shown to people. */
function orderStateOf({ status, confirming, uncredited_at }: OrderRow): OrderState {
  if (status === 'paid' || status === 'refunded') return status;
  if (uncredited_at !== null) return 'uncredited';
  if (status !== 'pending') return status;
  return confirming ? 'confirming' : 'awaiting';
}

/** Returns an order as its owner sees it. */
export function presentOwnOrder(row: OrderRow): OwnOrder {
  return {
    id: row.id,
    number: row.trade_no,
    provider: row.provider,
    method: row.method,
    state: orderStateOf(row),
    pay_cents: row.pay_cents,
    currency: row.currency,
    quota: row.quota,
    created_at: row.created_at,
    expires_at: row.expires_at,
    paid_at: row.paid_at ?? 0,
  };
}

/** Returns an order as administrators see it. */
export function presentOrder(row: FoundOrder): Order {
  return {
    ...presentOwnOrder(row),
    user_id: row.user_id,
    username: row.username,
    reference: row.reference ?? '',
    buy_cents: row.buy_cents,
  };
}

export function presentOrderEvent(row: OrderEventRow): OrderEvent {
  return {
    id: row.id,
    kind: row.kind as OrderEventKind,
    created_at: row.created_at,
    last_at: row.last_at,
    times: row.times,
    ...(JSON.parse(row.details) as OrderEventDetails),
  };
}
