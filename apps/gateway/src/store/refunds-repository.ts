import type { RefundState } from '@tollgate/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import { FAR_AHEAD_SECONDS, isDue } from './is-due.ts';
import type { StoreTransaction } from './open-store.ts';
import type { OrderRow } from './orders-repository.ts';
import type { RefundsTable } from './orders-table.ts';
import type { Db } from './schema.ts';

export type RefundRow = Selectable<RefundsTable>;

/** Refunds whose outcome is open. */
const OPEN: readonly RefundState[] = ['requested', 'pending'];

/**
 * Sets a part of a paid order aside for a refund; returns undefined if the order is not paid, was refunded
 * otherwise than was seen, has too little left, or has a refund under way. Of concurrent attempts one succeeds.
 * The caller's transaction inserts the refund.
 */
export function claimRefundPart(
  trx: StoreTransaction,
  part: { id: number; cents: number; quota: number; seen: { cents: number; quota: number } },
): Promise<OrderRow | undefined> {
  const { id, cents, quota, seen } = part;
  return trx
    .updateTable('orders')
    .set({
      refunded_cents: sql`refunded_cents + ${cents}`,
      refunded_quota: sql`refunded_quota + ${quota}`,
      refunding: 1,
    })
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .where('refunding', '=', 0)
    .where('refunded_cents', '=', seen.cents)
    .where('refunded_quota', '=', seen.quota)
    .where(sql<boolean>`refunded_cents + ${cents} <= pay_cents`)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Adds a refund of an order whose row this transaction has changed before, so that its number is the next one.
 */
export async function insertRefund(
  trx: StoreTransaction,
  { trade_no: tradeNo }: Pick<OrderRow, 'trade_no'>,
  refund: Omit<Insertable<RefundsTable>, 'id' | 'number'>,
): Promise<RefundRow> {
  const { count } = await trx
    .selectFrom('refunds')
    .select(sql<number>`count(*)`.as('count'))
    .where('order_id', '=', refund.order_id)
    .executeTakeFirstOrThrow();
  return trx
    .insertInto('refunds')
    .values({ ...refund, number: `${tradeNo}-R${Number(count) + 1}` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks an order's row for this transaction; every change of its refunds begins here, so none deadlock. */
export function lockOrder(trx: StoreTransaction, id: number): Promise<OrderRow> {
  return trx
    .updateTable('orders')
    .set({ refunding: sql`refunding` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Moves a refund to another state and records what the provider said of it; returns the row as it was, or
 * undefined if it is no longer in one of the states that may lead there. A settled refund is not checked again.
 */
export async function moveRefund(
  trx: StoreTransaction,
  id: number,
  to: { state: Exclude<RefundState, 'requested'>; at: number; reference: string; detail: string },
): Promise<RefundRow | undefined> {
  // A refund that was made can still come back: the payer's bank may refuse it.
  const from: readonly RefundState[] = to.state === 'failed' ? [...OPEN, 'succeeded'] : OPEN;
  const before = await trx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  if (!before) return undefined;
  const isSettled = to.state !== 'pending';
  await trx
    .updateTable('refunds')
    .set({
      state: to.state,
      ...(to.reference === '' ? {} : { reference: to.reference }),
      ...(to.detail === '' ? {} : { detail: to.detail }),
      ...(isSettled ? { settled_at: to.at, next_check_at: null } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', before.state)
    .execute();
  return before;
}

/** Ends a refund of an order: if nothing is left of the order, it counts as refunded. */
export async function endRefundPart(trx: StoreTransaction, id: number, at: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      refunding: 0,
      status: sql`CASE WHEN refunded_cents >= pay_cents THEN 'refunded' ELSE status END`,
      refunded_at: sql`CASE WHEN refunded_cents >= pay_cents THEN ${sql.lit(at)} ELSE refunded_at END`,
    })
    .where('id', '=', id)
    .execute();
}

/** Gives back what a refused refund had set aside; an order that counted as refunded is paid again. */
export async function releaseRefundPart(
  trx: StoreTransaction,
  { order_id: id, cents, quota, state }: RefundRow,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      refunded_cents: sql`refunded_cents - ${cents}`,
      refunded_quota: sql`refunded_quota - ${quota}`,
      status: 'paid',
      refunded_at: null,
      // A refund that failed late must not free the order for another one that is under way.
      ...(state === 'succeeded' ? {} : { refunding: 0 }),
    })
    .where('id', '=', id)
    .execute();
}

/** Lists the refunds of an order, newest first. */
export function listRefunds(db: Db, orderId: number): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute();
}

/** Finds a refund of an order by our number of it. */
export function findRefund(
  db: Db,
  orderId: number,
  number: string,
): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** Finds the refund that a request of the console has added. */
export function findRequestedRefund(
  db: Db,
  orderId: number,
  requestId: string,
): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/** Finds the refund of an order that is under way; there is at most one. */
export function findOpenRefund(db: Db, orderId: number): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
}

/** Lists open refunds whose provider is due to be queried, the longest waiting first. */
export function listRefundsToCheck(db: Db, now: number, limit: number): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where(isDue(now, FAR_AHEAD_SECONDS))
    .where('state', 'in', OPEN)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
}

/**
 * Claims the next query of an open refund's provider and schedules the one after it; returns false if another
 * node did, or the refund is settled.
 */
export async function claimRefundCheck(
  db: Db,
  { id, next_check_at: due }: Pick<RefundRow, 'id' | 'next_check_at'>,
  nextAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ next_check_at: nextAt, checks: sql`checks + 1` })
    .where('id', '=', id)
    .where('next_check_at', '=', due)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
