import type {
  Order,
  OrderEvent,
  OrderEventDetails,
  OrderRefund,
  OrderState,
  OwnOrder,
} from '@tollgate/contract';
import type { OrderEventRow } from '../../store/order-events-repository.ts';
import type { FoundOrder } from '../../store/order-search-repository.ts';
import type { RefundRow } from '../../store/refunds-repository.ts';

/** Returns the state of an order as shown to people. */
function orderStateOf(order: FoundOrder): OrderState {
  const { status, confirming, uncredited_at } = order;
  if (status === 'refunded') return status;
  if (status === 'paid' && order.refunding === 1) return 'refunding';
  if (status === 'paid') return order.refunded_cents > 0 ? 'partly_refunded' : status;
  if (uncredited_at !== null) return 'uncredited';
  if (order.is_underpaid === 1) return 'underpaid';
  if (status === 'failed') return status;
  // A transfer can take longer than its order is open.
  if (confirming === 1) return 'confirming';
  return status === 'expired' ? status : 'awaiting';
}

/** Returns an order as its owner sees it. */
export function presentOwnOrder(row: FoundOrder): OwnOrder {
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
    refunded_cents: row.refunded_cents,
    refunded_quota: row.refunded_quota,
  };
}

/** Returns an order as administrators see it. */
export function presentOrder(row: FoundOrder): Order {
  return {
    ...presentOwnOrder(row),
    user_id: row.user_id,
    username: row.username,
    is_team: row.is_team === 1,
    reference: row.reference ?? '',
    buy_cents: row.buy_cents,
  };
}

export function presentOrderEvent(row: OrderEventRow): OrderEvent {
  return {
    id: row.id,
    kind: row.kind,
    created_at: row.created_at,
    last_at: row.last_at,
    times: row.times,
    ...(JSON.parse(row.details) as OrderEventDetails),
  };
}

export function presentRefund(row: RefundRow): OrderRefund {
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    by: row.by,
    cents: row.cents,
    quota: row.quota,
    took_quota: row.took_quota === 1,
    reason: row.reason,
    actor: row.actor,
    reference: row.reference,
    detail: row.detail,
    created_at: row.created_at,
    settled_at: row.settled_at ?? 0,
  };
}
