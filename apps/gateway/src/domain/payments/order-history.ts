import type { OrderEventDetails, OrderEventKind } from '@tollgate/contract';
import { insertOrderEvent } from '../../store/order-events-repository.ts';
import type { Db } from '../../store/schema.ts';

/** Records what happened to an order, so that a claim of payment can be checked. `at` is in Unix seconds. */
export function recordOrderEvent(
  db: Db,
  orderId: number,
  event: { kind: OrderEventKind; at: number } & Partial<OrderEventDetails>,
): Promise<void> {
  const { kind, at, ...details } = event;
  return insertOrderEvent(db, { orderId, kind, details: JSON.stringify(details), at });
}
