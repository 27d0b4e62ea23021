import type { ORDER_SORTS, SortOf } from '@tollgate/contract';
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import type { OrderRow } from './orders-repository.ts';
import { type CappedPage, type PageRequest, readCappedPage } from './paging.ts';
import type { Database, Db } from './schema.ts';
import { sortedBy } from './sorted-by.ts';
import { containsText } from './search.ts';
import { foldUsername } from './users-repository.ts';

/** States as shown to users, derived from an order's columns. */
export type OrderStateFilter =
  | 'uncredited'
  | 'awaiting'
  | 'paid'
  | 'refunded'
  | 'expired'
  | 'failed';

export interface OrderFilter {
  /** Owner; undefined for all. */
  userId?: number | undefined;
  /** The id or name of the owner. */
  user?: string;
  /** Part of our order number or the provider's. */
  keyword?: string;
  provider?: string;
  state?: OrderStateFilter | undefined;
  /** Seconds, both inclusive; 0 means unbounded. */
  start?: number;
  end?: number;
  sort?: SortOf<typeof ORDER_SORTS>;
}

export type FoundOrder = OrderRow & { username: string; is_team: number; is_underpaid: number };

const UNDERPAID = '%"outcome":"underpaid"%';

const SORTED_BY: Readonly<Record<(typeof ORDER_SORTS)[number], RawBuilder<unknown>>> = {
  created: sql.ref('orders.created_at'),
  credit: sql.ref('orders.quota'),
  state: sql.ref('orders.status'),
};

/** Returns one page of orders, newest first or in the filter's sort order. */
export function listOrders(
  db: Db,
  filter: OrderFilter,
  page: PageRequest,
): Promise<CappedPage<FoundOrder>> {
  const matches = () => matching(db, filter);
  return readCappedPage(
    (limit) =>
      db
        .selectFrom(matches().select('orders.id').limit(limit).as('found'))
        .select(sql<number>`count(*)`.as('count')),
    withNames(matches()).orderBy(sortedBy(filter.sort, SORTED_BY, sql`orders.id DESC`)),
    page,
  );
}

/** Lists orders with an id below `before`, newest first. */
export function listOrdersBefore(
  db: Db,
  filter: OrderFilter,
  { before, limit }: { before: number; limit: number },
): Promise<FoundOrder[]> {
  return withNames(matching(db, filter))
    .where('orders.id', '<', before)
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
}

/** Sums payments of orders that are paid, without what was refunded, by currency. */
export async function sumPayments(
  db: Db,
  filter: OrderFilter,
): Promise<{ currency: string; cents: number }[]> {
  const rows = await matching(db, filter)
    .where('orders.status', '=', 'paid')
    .where(sql<boolean>`orders.refunded_cents < orders.pay_cents`)
    .select([
      'orders.currency',
      sql<number>`sum(orders.pay_cents - orders.refunded_cents)`.as('cents'),
    ])
    .groupBy('orders.currency')
    .orderBy('orders.currency')
    .execute();
  return rows.map(({ currency, cents }) => ({ currency, cents: Number(cents) }));
}

/** Finds an order with its owner's name; of any owner if none is given. */
export function findOrderById(
  db: Db,
  id: number,
  userId?: number,
): Promise<FoundOrder | undefined> {
  return withNames(matching(db, { userId })).where('orders.id', '=', id).executeTakeFirst();
}

export interface OrderSum {
  state: OrderStateFilter;
  /** The quarter of an hour, in Unix seconds: days begin with one in every time zone. */
  quarter: number;
  orders: number;
  quota: number;
  /** The refunded part of orders that count as paid; `quota` is without it. */
  refunded: number;
  /** How many orders have such a part. */
  refundedInPart: number;
}

/** Counts orders by state and quarter of an hour, and sums their quota. */
export async function sumOrders(db: Db, filter: OrderFilter): Promise<OrderSum[]> {
  const quarter = sql<number>`orders.created_at - orders.created_at % 900`;
  const state = sql<OrderStateFilter>`CASE
    WHEN orders.status IN ('paid', 'refunded') THEN orders.status
    WHEN orders.uncredited_at IS NOT NULL THEN 'uncredited'
    WHEN orders.status = 'pending' OR (orders.status = 'expired' AND orders.confirming = 1) THEN 'awaiting'
    ELSE orders.status END`;
  const part = sql<number>`CASE WHEN orders.status = 'paid' THEN orders.refunded_quota ELSE 0 END`;
  const rows = await matching(db, filter)
    .select([
      quarter.as('quarter'),
      state.as('state'),
      sql<number>`count(*)`.as('orders'),
      sql<number>`sum(orders.quota - ${part})`.as('quota'),
      sql<number>`sum(${part})`.as('refunded'),
      sql<number>`sum(CASE WHEN ${part} > 0 THEN 1 ELSE 0 END)`.as('refunded_in_part'),
    ])
    .groupBy([quarter, state])
    .execute();
  return rows.map((row) => ({
    state: row.state,
    quarter: Number(row.quarter),
    orders: Number(row.orders),
    quota: Number(row.quota),
    refunded: Number(row.refunded),
    refundedInPart: Number(row.refunded_in_part),
  }));
}

function matching(db: Db, filter: OrderFilter) {
  return db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .where((where) => where.and(conditionsOf(where, filter)));
}

function withNames(query: ReturnType<typeof matching>) {
  return query.selectAll('orders').select([
    sql<string>`coalesce(users.username, '')`.as('username'),
    sql<number>`CASE WHEN users.kind = 'team' THEN 1 ELSE 0 END`.as('is_team'),
    // The provider's last word before the order ended is in its history only.
    sql<number>`CASE WHEN orders.status = 'failed' AND EXISTS (SELECT 1 FROM order_events
        WHERE order_events.order_id = orders.id AND order_events.details LIKE ${UNDERPAID}) THEN 1 ELSE 0 END`.as(
      'is_underpaid',
    ),
  ]);
}

type Where = ExpressionBuilder<Database & { users: Database['users'] }, 'orders' | 'users'>;

function conditionsOf(where: Where, filter: OrderFilter): Expression<SqlBool>[] {
  const { userId, user = '', keyword = '', provider = '', state, start = 0, end = 0 } = filter;
  const named = [
    where('users.username_lower', '=', foldUsername(user)),
    where.and([where('users.kind', '=', 'team'), where('users.display_name', '=', user)]),
  ];
  if (/^\d{1,15}$/.test(user)) named.push(where('orders.user_id', '=', Number(user)));
  return [
    ...(userId === undefined ? [] : [where('orders.user_id', '=', userId)]),
    ...(user === '' ? [] : [where.or(named)]),
    ...(keyword === ''
      ? []
      : [
          where.or([
            containsText<'orders'>('orders.trade_no', keyword),
            containsText<'orders'>('orders.reference', keyword),
          ]),
        ]),
    ...(provider === '' ? [] : [where('orders.provider', '=', provider)]),
    ...(state === undefined ? [] : inState(where, state)),
    ...(start === 0 ? [] : [where('orders.created_at', '>=', start)]),
    ...(end === 0 ? [] : [where('orders.created_at', '<=', end)]),
  ];
}

/** The same states as `orderStateOf`. */
function inState(where: Where, state: OrderStateFilter): Expression<SqlBool>[] {
  if (state === 'paid' || state === 'refunded') return [where('orders.status', '=', state)];
  if (state === 'uncredited')
    return [
      where('orders.status', 'not in', ['paid', 'refunded']),
      where('orders.uncredited_at', 'is not', null),
    ];
  const isExpired = where('orders.status', '=', 'expired');
  const isState = {
    awaiting: where.or([
      where('orders.status', '=', 'pending'),
      where.and([isExpired, where('orders.confirming', '=', 1)]),
    ]),
    expired: where.and([isExpired, where('orders.confirming', '=', 0)]),
    failed: where('orders.status', '=', 'failed'),
  }[state];
  return [isState, where('orders.uncredited_at', 'is', null)];
}
