import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import type { Store, StoreTransaction } from './open-store.ts';
import type { OrdersTable, OrderStatus } from './orders-table.ts';
import { FAR_AHEAD_SECONDS, isDue } from './is-due.ts';
import type { Database, Db } from './schema.ts';

export type OrderRow = Selectable<OrdersTable>;
export type NewOrder = Omit<Insertable<OrdersTable>, 'id'>;

/** A refunded order was credited before, and is never credited again. */
const CREDITED: readonly OrderStatus[] = ['paid', 'refunded'];
const ALL_REFUNDED = {
  refunded_cents: sql<number>`pay_cents`,
  refunded_quota: sql<number>`quota`,
};

export function isCredited({ status }: Pick<OrderRow, 'status'>): boolean {
  return CREDITED.includes(status);
}

/**
 * Inserts an order unless its user has `limit` unfinished ones: those that await payment, or could not be
 * placed within the last hour. Otherwise returns why not: the limit, or an earlier identical request.
 */
export function insertOrder(
  store: Pick<Store, 'kind' | 'transaction'>,
  order: NewOrder,
  limit: number,
): Promise<OrderRow | 'too-many' | 'repeated'> {
  return store.transaction(async (trx) => {
    await lockUser(store.kind, trx, order.user_id);
    if ((await countUnfinished(trx, order)) >= limit) return 'too-many';
    const row = await trx
      .insertInto('orders')
      .values(order)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    return row ?? 'repeated';
  });
}

/** Serializes counting a user's orders; on SQLite all transactions are serialized. */
async function lockUser(kind: Store['kind'], trx: StoreTransaction, userId: number): Promise<void> {
  if (kind !== 'postgres') return;
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

async function countUnfinished(
  trx: StoreTransaction,
  { user_id: userId, created_at: now }: NewOrder,
): Promise<number> {
  const { count } = await trx
    .selectFrom('orders')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        where('status', '=', 'pending').and('expires_at', '>', now),
        where('status', '=', 'failed').and('created_at', '>', now - 3600),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findOrder(db: Db, tradeNo: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('trade_no', '=', tradeNo).executeTakeFirst();
}

/** Finds an order by its provider's reference. */
export function findOrderByReference(
  db: Db,
  provider: string,
  reference: string,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** Stores the provider's response to an order; a notification may have delivered the reference before. */
export async function setReference(
  db: Db,
  id: number,
  { reference, details = '' }: { reference: string; details?: string },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ reference: sql`coalesce(reference, ${reference})`, details })
    .where('id', '=', id)
    .execute();
}

/**
 * Marks an unpaid order as paid; returns undefined if it already is. Of concurrent attempts one succeeds. An
 * expired or failed order can still be paid: the money has arrived.
 */
export function claimPayment(
  trx: StoreTransaction,
  { id, reference, at }: { id: number; reference: string | undefined; at: number },
): Promise<OrderRow | undefined> {
  return trx
    .updateTable('orders')
    .set({
      status: 'paid',
      paid_at: at,
      next_check_at: null,
      uncredited_at: null,
      ...(reference === undefined ? {} : { reference }),
    })
    .where('id', '=', id)
    .where('status', 'not in', CREDITED)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Marks what is left of a paid order as refunded; returns undefined if it is not paid, or a refund is under
 * way. Of concurrent attempts one succeeds.
 */
export function claimRefund(
  trx: StoreTransaction,
  { id, at }: { id: number; at: number },
): Promise<OrderRow | undefined> {
  return trx
    .updateTable('orders')
    .set({ status: 'refunded', refunded_at: at, ...ALL_REFUNDED })
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .where('refunding', '=', 0)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Ends an order that was not paid; an order that has expired can still fail when its provider says so. Returns
 * false if it had ended already.
 */
export async function endOrder(db: Db, id: number, status: 'expired' | 'failed'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ status })
    .where('id', '=', id)
    .where('status', 'in', status === 'failed' ? ['pending', 'expired'] : ['pending'])
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Ends an order whose money went back before it was credited: it never is. Returns false if it was. */
export async function endReturned(db: Db, id: number, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({
      status: 'refunded',
      refunded_at: at,
      next_check_at: null,
      uncredited_at: null,
      ...ALL_REFUNDED,
    })
    .where('id', '=', id)
    .where('status', 'not in', CREDITED)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/**
 * Reopens an order that `endReturned` ended, as its money did not go back after all: it counts as paid and not
 * credited, which an administrator decides about. Returns false for any other order.
 */
export async function reopenReturned(db: Db, id: number, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({
      status: 'failed',
      refunded_at: null,
      refunded_cents: 0,
      refunded_quota: 0,
      uncredited_at: at,
    })
    .where('id', '=', id)
    .where('status', '=', 'refunded')
    .where('paid_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Records since when an unpaid order's provider has reported it as paid. */
export async function markUncredited(db: Db, id: number, at: number): Promise<void> {
  await db
    .updateTable('orders')
    .set({ uncredited_at: sql`coalesce(uncredited_at, ${at})` })
    .where('id', '=', id)
    .where('status', 'not in', CREDITED)
    .execute();
}

/**
 * Claims the right to query the provider about an order: returns true once per `seconds`, however many
 * callers there are.
 */
export async function claimAsk(
  db: Db,
  { id, at, seconds }: { id: number; at: number; seconds: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ asked_at: at })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('asked_at', 'is', null),
        where('asked_at', '<=', at - seconds),
        where('asked_at', '>', at + FAR_AHEAD_SECONDS),
      ]),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function markConfirming(db: Db, id: number, isConfirming = true): Promise<void> {
  const confirming = Number(isConfirming);
  await db.updateTable('orders').set({ confirming }).where('id', '=', id).execute();
}

/** Expires all pending orders whose time is over. */
export async function expireOrders(db: Db, now: number): Promise<void> {
  await db
    .updateTable('orders')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute();
}

/** Lists unpaid orders whose provider is due to be queried, the longest waiting first. */
export function listOrdersToCheck(db: Db, now: number, limit: number): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where(isDue(now, FAR_AHEAD_SECONDS))
    .where('status', 'not in', CREDITED)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
}

export async function scheduleCheck(
  db: Db,
  id: number,
  { at, checks }: { at: number | null; checks: number },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ next_check_at: at, checks })
    .where('id', '=', id)
    .where('status', 'not in', CREDITED)
    .execute();
}

const ORDERS_AT_ONCE = 500;

/**
 * Deletes orders that were never paid and ended before `end` (seconds), with their events. One that is paid in
 * this moment stays: the orders are deleted by their own state, which PostgreSQL checks again after waiting for
 * a row, unlike a subquery.
 */
export async function deleteUnpaidOrders(
  store: Pick<Store, 'transaction'>,
  end: number,
): Promise<void> {
  const deleteSome = async (trx: StoreTransaction) => {
    const ended = trx.selectFrom('orders').select('id').where(isOver(end)).limit(ORDERS_AT_ONCE);
    const deleted = await trx
      .deleteFrom('orders')
      .where('id', 'in', ended)
      .where(isOver(end))
      .returning('id')
      .execute();
    const ids = deleted.map(({ id }) => id);
    if (ids.length > 0) await trx.deleteFrom('order_events').where('order_id', 'in', ids).execute();
    return ids.length;
  };
  while ((await store.transaction(deleteSome)) === ORDERS_AT_ONCE);
}

const isOver = (end: number) => (where: ExpressionBuilder<Database, 'orders'>) =>
  where.and([
    where('status', 'in', ['expired', 'failed']),
    where('expires_at', '<', end),
    where('uncredited_at', 'is', null),
  ]);
