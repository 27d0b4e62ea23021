import { endpoints } from '@tollgate/contract';
import { exportOrdersCsv } from '../domain/payments/export-orders-csv.ts';
import {
  askAboutOrder,
  askAboutOwnOrder,
  completeOrder,
  readOrder,
  searchOrders,
  searchOwnOrders,
  toOrderFilter,
  totalOrders,
} from '../domain/payments/order-administration.ts';
import { refundOrder } from '../domain/payments/refund-order.ts';
import { askAboutRefund, refundAtProvider } from '../domain/payments/refunds/refund-at-provider.ts';
import { settleRefundByHand } from '../domain/payments/refunds/settle-by-hand.ts';
import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import { callerOf, implement, Streamed } from './context.ts';

type Found = Awaited<ReturnType<typeof searchOrders>>;

const presentPage = <Row>({
  items,
  page,
  pageSize,
  total,
  totalIsExact,
}: Omit<Found, 'items'> & { items: Row[] }) => ({
  items,
  page,
  page_size: pageSize,
  total,
  total_is_exact: totalIsExact,
});

export const orderRoutes = [
  implement(endpoints.listOrders, async ({ domain, query }) => {
    const page = { page: query.p, pageSize: query.page_size };
    return presentPage(await searchOrders(domain, toOrderFilter(query), page));
  }),
  implement(endpoints.getOrderTotals, ({ domain, query }) =>
    totalOrders(domain, toOrderFilter(query), {
      timeZone: query.time_zone,
      utcOffset: query.utc_offset,
    }),
  ),
  implement(endpoints.exportOrders, async ({ domain, query, language }) => {
    const reader = { language, timeZone: query.time_zone };
    return new Streamed(exportOrdersCsv(domain, toOrderFilter(query), reader), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tollgate-orders.csv"',
    });
  }),
  implement(endpoints.getOrder, ({ domain, params }) => readOrder(domain, params.id)),
  implement(endpoints.queryOrder, (call) =>
    askAboutOrder(call.domain, callerOf(call).user, call.params.id),
  ),
  implement(endpoints.completeOrder, (call) =>
    completeOrder(call.domain, callerOf(call).user, {
      id: call.params.id,
      reason: call.body.reason,
    }),
  ),
  implement(endpoints.refundOrder, (call) =>
    refundOrder(call.domain, callerOf(call).user, {
      id: call.params.id,
      reason: call.body.reason,
      takeQuota: call.body.take_quota,
    }),
  ),
  implement(endpoints.refundAtProvider, (call) => {
    mustBeConfirmed(call.domain, callerOf(call));
    const { cents, reason, take_quota, request_id, refunded_cents } = call.body;
    return refundAtProvider(call.domain, callerOf(call).user, {
      id: call.params.id,
      cents,
      reason,
      takeQuota: take_quota,
      requestId: request_id,
      seenCents: refunded_cents,
    });
  }),
  implement(endpoints.settleRefund, (call) => {
    mustBeConfirmed(call.domain, callerOf(call));
    const { refund_id: refundId, made, reason } = call.body;
    const settlement = { id: call.params.id, refundId, made, reason };
    return settleRefundByHand(call.domain, callerOf(call).user, settlement);
  }),
  implement(endpoints.queryRefund, (call) => askAboutRefund(call.domain, call.params.id)),
  implement(endpoints.listOwnOrders, async (call) => {
    const page = { page: call.query.p, pageSize: call.query.page_size };
    const { state } = call.query;
    const filter = { userId: callerOf(call).user.id, state: state === '' ? undefined : state };
    return presentPage(await searchOwnOrders(call.domain, filter, page));
  }),
  implement(endpoints.queryOwnOrder, (call) =>
    askAboutOwnOrder(call.domain, callerOf(call).user, call.params.id),
  ),
];
