import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  completionReason,
  ORDER_STATE_FILTERS,
  orderDetail,
  orderEntity,
  orderTotals,
  ownOrder,
} from '../entities/order.ts';
import { ORDER_SORTS } from '../list-sorts.ts';
import { idParams, pageNumber, pageOf, pageQuery, pageSize, sortOf, timestamp } from '../paging.ts';

const exactText = z.string().trim().max(200).catch('');
const HOURS_AWAY_MAX = 14;

/** Empty and 0 mean: no filter. */
export const orderFilter = {
  /** Part of our order number or the provider's. */
  keyword: exactText,
  /** Id or name of the owner. */
  user: exactText,
  provider: exactText,
  start_timestamp: timestamp,
  end_timestamp: timestamp,
};
const state = z.enum(['', ...ORDER_STATE_FILTERS]).catch('');

/** Orders of top-ups: for administrators all of them, for users their own. */
export const orderEndpoints = {
  listOrders: endpoint({
    method: 'GET',
    path: '/api/order/',
    access: 'admin',
    scope: 'billing:read',
    summary: 'Top-up orders, newest first',
    summaryZh: '充值订单，最新在前',
    query: z.object({
      p: pageNumber,
      page_size: pageSize,
      ...orderFilter,
      state,
      sort: sortOf(ORDER_SORTS),
    }),
    data: pageOf(orderEntity),
  }),
  getOrderTotals: endpoint({
    method: 'GET',
    path: '/api/order/totals',
    access: 'admin',
    scope: 'billing:read',
    summary: 'Number of matching orders by state, and the amount paid per day',
    summaryZh: '符合条件的订单按状态计数，以及每日已支付金额',
    query: z.object({
      ...orderFilter,
      /** The reader's time zone (IANA), which decides where days begin. */
      time_zone: z.string().trim().max(64).catch(''),
      /** Without one: seconds that it is ahead of UTC, the same all year. */
      utc_offset: z.coerce
        .number()
        .int()
        .min(-HOURS_AWAY_MAX * 3600)
        .max(HOURS_AWAY_MAX * 3600)
        .catch(0),
    }),
    data: orderTotals,
  }),
  exportOrders: endpoint({
    method: 'GET',
    path: '/api/order/export',
    access: 'admin',
    scope: 'billing:read',
    summary: 'All matching orders as CSV, newest first',
    summaryZh: '以 CSV 导出符合条件的订单，最新在前',
    streams: 'csv',
    query: z.object({ ...orderFilter, state, time_zone: z.string().trim().max(64).catch('') }),
    data: z.string(),
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/api/order/{id}',
    access: 'admin',
    scope: 'billing:read',
    summary: 'One order with its history',
    summaryZh: '单个订单及其记录',
    params: idParams,
    data: orderDetail,
  }),
  queryOrder: endpoint({
    method: 'POST',
    path: '/api/order/{id}/query',
    access: 'admin',
    scope: 'billing:write',
    audit: 'order',
    summary: 'Query the provider about an order, and credit it if it is paid',
    summaryZh: '向支付渠道查询订单，已支付则入账',
    params: idParams,
    data: orderDetail,
  }),
  completeOrder: endpoint({
    method: 'POST',
    path: '/api/order/{id}/complete',
    access: 'admin',
    scope: 'billing:write',
    audit: 'order',
    summary: 'Credit an unpaid order manually, once; the reason is recorded in the audit log',
    summaryZh: '手动补单，仅限一次；原因写入审计日志',
    params: idParams,
    body: z.object({ reason: completionReason }),
    data: orderDetail,
  }),
  refundOrder: endpoint({
    method: 'POST',
    path: '/api/order/{id}/refund',
    access: 'admin',
    scope: 'billing:write',
    audit: 'order',
    summary:
      'Mark what is left of a paid order as refunded by hand, once: takes back its quota and rebate. The money itself is returned at the provider',
    summaryZh:
      '将已支付订单的剩余部分登记为人工退款，仅限一次：收回额度和返利；款项须在支付渠道退还',
    params: idParams,
    body: z.object({
      reason: completionReason,
      /** False leaves the balance unchanged, for when the credited quota is already used up. */
      take_quota: z.boolean().default(true),
    }),
    data: orderDetail,
  }),
  refundAtProvider: endpoint({
    method: 'POST',
    path: '/api/order/{id}/provider-refund',
    access: 'admin',
    scope: 'billing:write',
    audit: 'order',
    summary:
      'Refund an order, or part of it, through its provider: takes the quota first and returns it if the provider refuses. Needs a confirmed session',
    summaryZh: '通过支付渠道退款，可部分退款：先扣回额度，渠道拒绝时退还。需要已确认的会话',
    params: idParams,
    body: z.object({
      /** In hundredths of the order's currency. */
      cents: z.number().int().min(1),
      reason: completionReason,
      /** False leaves the balance unchanged, for when the credited quota is already used up. */
      take_quota: z.boolean().default(true),
      /** Identifies the request: sent again, it refunds nothing more. */
      request_id: z.string().trim().min(8).max(64),
      /** `refunded_cents` as read before: if another refund was made since, nothing is refunded. */
      refunded_cents: z.number().int().min(0),
    }),
    data: orderDetail,
  }),
  queryRefund: endpoint({
    method: 'POST',
    path: '/api/order/{id}/provider-refund/query',
    access: 'admin',
    scope: 'billing:write',
    audit: 'order',
    summary: 'Query the provider about the refund of an order that is under way',
    summaryZh: '向支付渠道查询进行中的退款',
    params: idParams,
    data: orderDetail,
  }),
  settleRefund: endpoint({
    method: 'POST',
    path: '/api/order/{id}/provider-refund/settle',
    access: 'admin',
    scope: 'billing:write',
    audit: 'order',
    summary:
      'Settle a refund by hand whose provider does not tell, ten minutes after it was requested at the earliest. Needs a confirmed session',
    summaryZh: '支付渠道没有结果时，手动登记退款结果，最早在申请十分钟后。需要已确认的会话',
    params: idParams,
    body: z.object({
      refund_id: z.number().int(),
      /** What the provider's own site says. */
      made: z.boolean(),
      reason: completionReason,
    }),
    data: orderDetail,
  }),
  listOwnOrders: endpoint({
    method: 'GET',
    path: '/api/user/order/',
    access: 'user',
    scope: 'billing:read',
    summary: 'Your orders, newest first',
    summaryZh: '自己的订单，最新在前',
    query: pageQuery.extend({ state }),
    data: pageOf(ownOrder),
  }),
  queryOwnOrder: endpoint({
    method: 'POST',
    path: '/api/user/order/{id}/query',
    access: 'user',
    scope: 'billing:write',
    summary: 'Query the provider about one of your orders, and credit it if it is paid',
    summaryZh: '向支付渠道查询自己的订单，已支付则入账',
    params: idParams,
    data: ownOrder,
  }),
};
