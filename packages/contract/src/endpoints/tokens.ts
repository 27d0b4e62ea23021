import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  ALLOW_IPS_LENGTH_MAX,
  balanceField,
  quotaField,
  TOKEN_DISABLED,
  TOKEN_ENABLED,
  TOKEN_RATE_LIMIT_MAX,
  tokenEntity,
  tokenFields,
  TOKENS_PER_USER_MAX,
} from '../entities/token.ts';
import { TOKEN_SORTS } from '../list-sorts.ts';
import { idField, idParams, pageNumber, pageSize, queryFlag, sortOf } from '../paging.ts';

/** `size` is the spec's name for the page size of this list; `page_size` is accepted too (CONFLICT-032). */
const tokenPageQuery = z.object({
  p: pageNumber,
  size: pageSize.optional(),
  page_size: pageSize.optional(),
});

export const tokenPage = z.object({
  items: z.array(tokenEntity),
  page: z.number().int(),
  size: z.number().int(),
  page_size: z.number().int(),
  total: z.number().int(),
  /** Number of keys of each status that match; only in search results. */
  statuses: z.array(z.object({ status: z.number().int(), count: z.number().int() })).optional(),
});

/**
 * An edit changes only the fields present. If `remain_quota_before` is given, `remain_quota` is booked as the
 * difference to it, so that calls running meanwhile stay charged. It is not raised if more is left by now than
 * before, as when a request is repeated.
 */
const tokenUpdate = z.object({
  id: idField,
  status: z.union([z.literal(TOKEN_ENABLED), z.literal(TOKEN_DISABLED)]).optional(),
  remain_quota_before: balanceField.optional(),
  name: tokenFields.shape.name.optional(),
  expired_time: tokenFields.shape.expired_time.unwrap().optional(),
  remain_quota: tokenFields.shape.remain_quota.unwrap().optional(),
  unlimited_quota: z.boolean().optional(),
  allow_ips: z
    .string()
    .max(ALLOW_IPS_LENGTH_MAX)
    .nullable()
    .transform((text) => text ?? '')
    .optional(),
  group: z.string().trim().max(64).optional(),
  model_limits_enabled: z.boolean().optional(),
  model_limits: z.string().max(20_000, 'model_limits_too_long').optional(),
  rate_limit: z.number().int().min(0).max(TOKEN_RATE_LIMIT_MAX).optional(),
  mj_mode: z.enum(['', 'fast', 'relax', 'turbo']).optional(),
  day_quota: quotaField.optional(),
  week_quota: quotaField.optional(),
  month_quota: quotaField.optional(),
});

export const tokenEndpoints = {
  listTokens: endpoint({
    method: 'GET',
    path: '/api/token/',
    access: 'user',
    scope: 'keys:write',
    team: 'member',
    summary: `Your keys, newest first (at most ${TOKENS_PER_USER_MAX} per user)`,
    summaryZh: '自己的令牌，最新在前',
    query: tokenPageQuery,
    data: tokenPage,
  }),
  searchTokens: endpoint({
    method: 'GET',
    path: '/api/token/search',
    access: 'user',
    scope: 'keys:write',
    team: 'member',
    summary:
      'Your keys by part of the name or an end of the key (keyword), by the whole key or its beginning (token), and by status',
    summaryZh: '按名称或密钥首尾（keyword）、完整密钥或开头（token）以及状态搜索自己的令牌',
    query: tokenPageQuery.extend({
      keyword: z.string().trim().max(100).catch(''),
      token: z.string().trim().max(100).catch(''),
      /** The status as listed; 0 means any. */
      status: z.coerce.number().int().min(0).max(9).catch(0),
      sort: sortOf(TOKEN_SORTS),
    }),
    data: tokenPage,
  }),
  getToken: endpoint({
    method: 'GET',
    path: '/api/token/{id}',
    access: 'user',
    scope: 'keys:write',
    team: 'member',
    summary: 'One of your keys',
    summaryZh: '自己的单个令牌',
    params: idParams,
    data: tokenEntity,
  }),
  createToken: endpoint({
    method: 'POST',
    path: '/api/token/',
    access: 'user',
    scope: 'keys:write',
    team: 'member',
    summary: 'Create a key',
    summaryZh: '创建令牌',
    body: tokenFields,
    data: tokenEntity,
  }),
  updateToken: endpoint({
    method: 'PUT',
    path: '/api/token/',
    access: 'user',
    scope: 'keys:write',
    team: 'member',
    summary: 'Edit a key; with ?status_only=true only its status',
    summaryZh: '编辑令牌；带 ?status_only=true 时只修改状态',
    query: z.object({ status_only: queryFlag }),
    body: tokenUpdate,
    data: tokenEntity,
  }),
  deleteToken: endpoint({
    method: 'DELETE',
    path: '/api/token/{id}/',
    access: 'user',
    scope: 'keys:write',
    team: 'member',
    summary: 'Delete a key; it stops working at once',
    summaryZh: '删除令牌，立即失效',
    params: idParams,
    data: z.null(),
  }),
};
