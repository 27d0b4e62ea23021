import {
  type ORDER_SORTS,
  type OrderDetail,
  type OrderStateFilter,
  type OrderTotals,
  type OwnOrder,
  refuseOrderCompletion,
  type SortOf,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { listOrderEvents } from '../../store/order-events-repository.ts';
import {
  findOrderById,
  type FoundOrder,
  listOrders,
  type OrderFilter,
  sumOrders,
  sumPayments,
} from '../../store/order-search-repository.ts';
import { claimAsk, isCredited } from '../../store/orders-repository.ts';
import { findRebateOfOrder } from '../../store/rebates-repository.ts';
import { listRefunds } from '../../store/refunds-repository.ts';
import type { PageRequest } from '../../store/paging.ts';
import { findUserById } from '../../store/users-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import { recordAuditEvent } from '../log/audit-log.ts';
import { knownZone } from '../log/zoned-time.ts';
import { createOffsets } from '../usage/create-offsets.ts';
import { startOfDay } from '../usage/start-of-day.ts';
import { creditPaidOrder } from './credit-paid-order.ts';
import { describePayment } from './describe-payment.ts';
import { recordOrderEvent } from './order-history.ts';
import {
  presentOrder,
  presentOrderEvent,
  presentOwnOrder,
  presentRefund,
} from './present-order.ts';
import { queryOrder } from './query-order.ts';
import { refundPartsOf } from './refunds/refund-ability.ts';
import type { PaymentDomain } from './start-payment.ts';
import type { Db } from '../../store/schema.ts';

/** Minimum seconds between two queries of a provider about the same order, whoever asks. */
const QUERY_INTERVAL_SECONDS = 10;

interface Actor {
  id: number;
  username: string;
  role: number;
}

/** Filters of an order list, as in the contract. */
export interface OrderQuery {
  keyword: string;
  user: string;
  provider: string;
  start_timestamp: number;
  end_timestamp: number;
  state?: '' | OrderStateFilter;
  sort?: SortOf<typeof ORDER_SORTS>;
}

export function toOrderFilter(query: OrderQuery): OrderFilter {
  const { keyword, user, provider, state } = query;
  return {
    keyword,
    user,
    provider,
    state: state === '' ? undefined : state,
    start: query.start_timestamp,
    end: query.end_timestamp,
    sort: query.sort ?? '',
  };
}

/** Returns one page of orders, newest first. */
export async function searchOrders(
  { store }: Pick<PaymentDomain, 'store'>,
  filter: OrderFilter,
  page: PageRequest,
) {
  const orders = await listOrders(store.db, filter, page);
  return { ...orders, items: orders.items.map(presentOrder) };
}

/** Returns one page of a user's orders, newest first. */
export async function searchOwnOrders(
  { store }: Pick<PaymentDomain, 'store'>,
  { userId, state }: Pick<OrderFilter, 'userId' | 'state'>,
  page: PageRequest,
) {
  const orders = await listOrders(store.db, { userId, state }, page);
  return { ...orders, items: orders.items.map(presentOwnOrder) };
}

/**
 * Counts matching orders by state, and sums payments by day of a reader: in a time zone, or else at an offset
 * from UTC, in seconds.
 */
export async function totalOrders(
  { store }: Pick<PaymentDomain, 'store'>,
  filter: OrderFilter,
  { timeZone, utcOffset }: { timeZone: string; utcOffset: number },
): Promise<OrderTotals> {
  const offsetAt = timeZone === '' ? () => utcOffset : createOffsets(knownZone(timeZone));
  const [sums, payments] = await Promise.all([
    sumOrders(store.reader, filter),
    sumPayments(store.reader, filter),
  ]);
  const states = new Map<OrderStateFilter, { orders: number; quota: number }>();
  const days = new Map<number, { orders: number; quota: number }>();
  const add = (state: OrderStateFilter, { orders, quota }: { orders: number; quota: number }) => {
    const ofState = states.get(state) ?? { orders: 0, quota: 0 };
    states.set(state, { orders: ofState.orders + orders, quota: ofState.quota + quota });
  };
  for (const { state, quarter, orders, quota, refunded } of sums) {
    add(state, { orders, quota });
    // The refunded part of an order that still counts as paid.
    if (refunded > 0) add('refunded', { orders: 0, quota: refunded });
    const day = startOfDay(quarter, offsetAt);
    const ofDay = days.get(day) ?? { orders: 0, quota: 0 };
    days.set(
      day,
      state === 'paid' ? { orders: ofDay.orders + orders, quota: ofDay.quota + quota } : ofDay,
    );
  }
  return {
    payments,
    refunded_in_part: sums.reduce((sum, { refundedInPart }) => sum + refundedInPart, 0),
    states: [...states].map(([state, sum]) => ({ state, ...sum })),
    days: [...days]
      .toSorted(([left], [right]) => left - right)
      .map(([start, sum]) => ({ start, ...sum })),
  };
}

/** Returns an order with its owner and its history. Throws AppError order_not_found. */
export function readOrder(
  { store }: Pick<PaymentDomain, 'store'>,
  id: number,
): Promise<OrderDetail> {
  return orderAt(store.db, id);
}

/** Does the same for any database handle, such as a transaction. */
export async function orderAt(db: Db, id: number): Promise<OrderDetail> {
  const order = await findExisting(db, id);
  const owner = await findUserById(db, order.user_id);
  const events = await listOrderEvents(db, id);
  const refunds = await listRefunds(db, id);
  const rebate = await findRebateOfOrder(db, id);
  const isRebatePaid = rebate?.state === 'pending' || rebate?.state === 'earned';
  return {
    ...presentOrder(order),
    refund_parts: refundPartsOf(order),
    rebate: isRebatePaid ? rebate.amount : 0,
    refunds: refunds.map(presentRefund),
    user_group: owner?.group ?? '',
    user_role: owner?.role ?? 0,
    user_quota: owner?.quota ?? 0,
    events: events.map(presentOrderEvent),
  };
}

/** Queries the provider about an unpaid order, at most every 10 seconds, and applies its report. */
export async function askAboutOrder(
  domain: PaymentDomain,
  actor: Pick<Actor, 'username'>,
  id: number,
): Promise<OrderDetail> {
  await queryProvider(domain, await findExisting(domain.store.db, id), actor);
  return readOrder(domain, id);
}

/** Does the same for one of the user's own orders. */
export async function askAboutOwnOrder(
  domain: PaymentDomain,
  actor: Actor,
  id: number,
): Promise<OwnOrder> {
  await queryProvider(domain, await findExisting(domain.store.db, id, actor.id), actor);
  return presentOwnOrder(await findExisting(domain.store.db, id, actor.id));
}

/**
 * Credits an unpaid order manually: order, balance, ledger, logs and history change in one transaction, once.
 * Throws an AppError if the role does not allow it, or the order is already paid or refunded.
 */
export async function completeOrder(
  domain: PaymentDomain,
  actor: Actor,
  { id, reason }: { id: number; reason: string },
): Promise<OrderDetail> {
  const { user_id: userId } = await findExisting(domain.store.db, id);
  const owner = await findUserById(domain.store.db, userId);
  if (!owner) throw new AppError('user_not_found');
  const refusal = refuseOrderCompletion(actor, owner);
  if (refusal) throw new AppError(refusal);
  const at = nowSeconds(domain.clock);
  return domain.store.transaction(async (trx) => {
    const claim = { id, reference: undefined, at, actorId: actor.id };
    const order = await creditPaidOrder(domain, trx, claim);
    if (!order) throw new AppError(await whyCredited(trx, id));
    await recordOrderEvent(trx, id, { kind: 'completed', at, actor: actor.username, reason });
    const { order: number, paid } = describePayment(order);
    const states = { before: { status: 'pending' }, after: { status: 'paid', paid } };
    noteAudited({ id, name: number, ...states, reason });
    const params = { order: number, paid, reason };
    await recordAuditEvent(trx, owner, { event: 'order_completed', params, actor, at });
    return orderAt(trx, id);
  });
}

async function whyCredited(db: Db, id: number) {
  const { status } = await findExisting(db, id);
  return status === 'refunded' ? 'order_already_refunded' : 'order_already_paid';
}

async function queryProvider(
  domain: PaymentDomain,
  order: FoundOrder,
  { username }: Pick<Actor, 'username'>,
): Promise<void> {
  const claim = { id: order.id, at: nowSeconds(domain.clock), seconds: QUERY_INTERVAL_SECONDS };
  if (isCredited(order) || !(await claimAsk(domain.store.db, claim))) return;
  await queryOrder(domain, order, username);
}

async function findExisting(db: Db, id: number, userId?: number): Promise<FoundOrder> {
  const order = await findOrderById(db, id, userId);
  if (!order) throw new AppError('order_not_found');
  return order;
}
