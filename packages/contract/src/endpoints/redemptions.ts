import { z } from 'zod';
import { BATCH_MAX, batchRefusals } from '../batch-refusals.ts';
import { endpoint } from '../endpoint.ts';
import {
  listedRedemption,
  redemptionCount,
  redemptionEntity,
  redemptionName,
  redemptionQuota,
  REDEMPTIONS_AT_ONCE_MAX,
} from '../entities/redemption.ts';
import { REDEMPTION_SORTS } from '../list-sorts.ts';
import {
  idField,
  idParams,
  pageNumber,
  pageOf,
  pageQuery,
  pageSize,
  queryFlag,
  sortOf,
} from '../paging.ts';

const redemptionBatch = z.object({
  ids: z.array(idField).min(1, 'invalid_request').max(BATCH_MAX, 'invalid_request'),
  action: z.enum(['enable', 'disable', 'delete'], { error: 'invalid_request' }),
});
export type RedemptionBatch = z.output<typeof redemptionBatch>;

/** Number and total worth of the codes of a filter, by status. */
const redemptionTotals = z.array(
  z.object({ status: z.number().int(), count: z.number().int(), quota: z.number().int() }),
);

export const redemptionEndpoints = {
  listRedemptions: endpoint({
    method: 'GET',
    path: '/api/redemption/',
    access: 'admin',
    scope: 'codes:write',
    summary: 'All redemption codes, newest first',
    summaryZh: '所有兑换码，最新在前',
    query: pageQuery,
    data: pageOf(redemptionEntity),
  }),
  searchRedemptions: endpoint({
    method: 'GET',
    path: '/api/redemption/search',
    access: 'admin',
    scope: 'codes:write',
    summary: 'Redemption codes by ID, part of the name or the whole code, and by status',
    summaryZh: '按 ID、部分名称或完整兑换码以及状态搜索兑换码',
    query: z.object({
      keyword: z.string().trim().max(100).catch(''),
      /** 0 means any. */
      status: z.coerce.number().int().min(0).max(9).catch(0),
      p: pageNumber,
      page_size: pageSize,
      sort: sortOf(REDEMPTION_SORTS),
    }),
    data: pageOf(listedRedemption).extend({ totals: redemptionTotals }),
  }),
  getRedemption: endpoint({
    method: 'GET',
    path: '/api/redemption/{id}',
    access: 'admin',
    scope: 'codes:write',
    summary: 'One redemption code',
    summaryZh: '单个兑换码',
    params: idParams,
    data: redemptionEntity,
  }),
  createRedemptions: endpoint({
    method: 'POST',
    path: '/api/redemption/',
    access: 'admin',
    scope: 'codes:write',
    audit: 'redemption',
    summary: `Create up to ${REDEMPTIONS_AT_ONCE_MAX} codes; returns the codes`,
    summaryZh: '生成最多 100 个兑换码并返回',
    body: z.object({
      /** Defaults to the quota in readable form. */
      name: redemptionName.optional(),
      quota: redemptionQuota,
      count: redemptionCount.default(1),
      /** Chosen by the caller: a repeated request returns the same codes. */
      idempotency_key: z
        .string()
        .regex(/^[\w-]{8,64}$/)
        .optional(),
    }),
    data: z.array(z.string()),
  }),
  updateRedemption: endpoint({
    method: 'PUT',
    path: '/api/redemption/',
    access: 'admin',
    scope: 'codes:write',
    audit: 'redemption',
    summary: 'Edit an unused code; with ?status_only=true only its status (1 unused, 2 disabled)',
    summaryZh: '编辑未使用的兑换码；带 ?status_only=true 时只修改状态（1 未使用，2 已禁用）',
    query: z.object({ status_only: queryFlag }),
    body: z.object({
      id: idField,
      status: z.number({ error: 'redemption_status_invalid' }).int().optional(),
      name: redemptionName.optional(),
      quota: redemptionQuota.optional(),
    }),
    data: redemptionEntity,
  }),
  deleteRedemption: endpoint({
    method: 'DELETE',
    path: '/api/redemption/{id}/',
    access: 'admin',
    scope: 'codes:write',
    audit: 'redemption',
    summary: 'Delete a code; it can no longer be redeemed',
    summaryZh: '删除兑换码，之后无法再兑换',
    params: idParams,
    data: z.null(),
  }),
  manageRedemptions: endpoint({
    method: 'POST',
    path: '/api/redemption/batch',
    access: 'admin',
    scope: 'codes:write',
    audit: 'redemption',
    summary:
      'Enable, disable or delete many codes; returns those that could not be changed, and why',
    summaryZh: '批量启用、禁用或删除兑换码；返回未能更改的兑换码及原因',
    body: redemptionBatch,
    data: z.object({ done: z.number().int(), refused: batchRefusals }),
  }),
  deleteUsedRedemptions: endpoint({
    method: 'DELETE',
    path: '/api/redemption/used',
    access: 'admin',
    scope: 'codes:write',
    audit: 'redemption',
    summary: 'Delete all redeemed codes; returns their number',
    summaryZh: '删除所有已使用的兑换码，返回数量',
    data: z.number().int(),
  }),
  redeemCode: endpoint({
    method: 'POST',
    path: '/api/user/topup',
    access: 'user',
    scope: 'codes:write',
    summary: 'Redeem a code; returns the quota it added',
    summaryZh: '兑换，返回增加的额度',
    body: z.object({
      key: z
        .string({ error: 'redemption_code_required' })
        .trim()
        .min(1, 'redemption_code_required')
        .max(200, 'redemption_invalid'),
    }),
    data: z.number().int(),
  }),
};
