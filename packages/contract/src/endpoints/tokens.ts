import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  ALLOW_IPS_LENGTH_MAX,
  balanceField,
  TOKEN_DISABLED,
  TOKEN_ENABLED,
  tokenEntity,
  tokenFields,
  TOKENS_PER_USER_MAX,
} from '../entities/token.ts';
import { idField, idParams, pageNumber, pageSize, queryFlag } from '../paging.ts';

/** `size` is the spec's name for this list; `page_size` is accepted too (CONFLICT-032). */
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
  /** How many keys of each status the search finds; only in answers to a search. */
  statuses: z.array(z.object({ status: z.number().int(), count: z.number().int() })).optional(),
});

/**
 * An edit changes only the fields that are there. `remain_quota` is booked as a difference to
 * `remain_quota_before` where that is given, so that calls running meanwhile are not forgotten.
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
  rate_limit: z.number().int().min(0).max(1_000_000).optional(),
  mj_mode: z.enum(['', 'fast', 'relax', 'turbo']).optional(),
});

export const tokenEndpoints = {
  listTokens: endpoint({
    method: 'GET',
    path: '/api/token/',
    access: 'user',
    summary: `Your keys, newest first (at most ${TOKENS_PER_USER_MAX} per user)`,
    query: tokenPageQuery,
    data: tokenPage,
  }),
  searchTokens: endpoint({
    method: 'GET',
    path: '/api/token/search',
    access: 'user',
    summary:
      'Your keys by part of the name or an end of the key (keyword), by the whole key or its beginning (token), and by status',
    query: tokenPageQuery.extend({
      keyword: z.string().trim().max(100).catch(''),
      token: z.string().trim().max(100).catch(''),
      /** As it is listed; 0 means any. */
      status: z.coerce.number().int().min(0).max(9).catch(0),
    }),
    data: tokenPage,
  }),
  getToken: endpoint({
    method: 'GET',
    path: '/api/token/{id}',
    access: 'user',
    summary: 'One of your keys',
    params: idParams,
    data: tokenEntity,
  }),
  createToken: endpoint({
    method: 'POST',
    path: '/api/token/',
    access: 'user',
    summary: 'Create a key',
    body: tokenFields,
    data: tokenEntity,
  }),
  updateToken: endpoint({
    method: 'PUT',
    path: '/api/token/',
    access: 'user',
    summary: 'Edit a key; with ?status_only=true only its status',
    query: z.object({ status_only: queryFlag }),
    body: tokenUpdate,
    data: tokenEntity,
  }),
  deleteToken: endpoint({
    method: 'DELETE',
    path: '/api/token/{id}/',
    access: 'user',
    summary: 'Delete a key; it stops working at once',
    params: idParams,
    data: z.null(),
  }),
};
