import type { OrderEventKind } from '@tollgate/contract';
import { type Selectable, sql } from 'kysely';
import type { OrderEventsTable } from './orders-table.ts';
import type { Db } from './schema.ts';

export type OrderEventRow = Selectable<OrderEventsTable>;

/** After this many events of an order, no more reports about it are stored; what changes it always is. */
const EVENTS_MAX = 100;
const REPORTS: readonly OrderEventKind[] = ['webhook', 'query'];

/** Records an event of an order; a repeat of the last event only increments its count. */
export async function insertOrderEvent(
  db: Db,
  event: { orderId: number; kind: OrderEventKind; details: string; at: number },
): Promise<void> {
  const { orderId, kind, details, at } = event;
  const last = await db
    .selectFrom('order_events')
    .select(['id', 'kind', 'details'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (last?.kind === kind && last.details === details) {
    await db
      .updateTable('order_events')
      .set({ times: sql`times + 1`, last_at: at })
      .where('id', '=', last.id)
      .execute();
    return;
  }
  if (REPORTS.includes(kind) && (await countEvents(db, orderId)) >= EVENTS_MAX) return;
  await db
    .insertInto('order_events')
    .values({ order_id: orderId, kind, details, created_at: at, last_at: at })
    .execute();
}

async function countEvents(db: Db, orderId: number): Promise<number> {
  const { count } = await db
    .selectFrom('order_events')
    .select(sql<number>`count(*)`.as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists an order's events, newest first. */
export function listOrderEvents(db: Db, orderId: number): Promise<OrderEventRow[]> {
  return db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute();
}
