import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  redemptionCount,
  redemptionEntity,
  redemptionName,
  redemptionQuota,
  REDEMPTIONS_AT_ONCE_MAX,
} from '../entities/redemption.ts';
import {
  idField,
  idParams,
  pageNumber,
  pageOf,
  pageQuery,
  pageSize,
  queryFlag,
} from '../paging.ts';

export const redemptionEndpoints = {
  listRedemptions: endpoint({
    method: 'GET',
    path: '/api/redemption/',
    access: 'admin',
    summary: 'All redemption codes, newest first',
    query: pageQuery,
    data: pageOf(redemptionEntity),
  }),
  searchRedemptions: endpoint({
    method: 'GET',
    path: '/api/redemption/search',
    access: 'admin',
    summary: 'Redemption codes by ID, part of the name or the whole code, and by status',
    query: z.object({
      keyword: z.string().trim().max(100).catch(''),
      /** 0 means any. */
      status: z.coerce.number().int().min(0).max(9).catch(0),
      p: pageNumber,
      page_size: pageSize,
    }),
    data: pageOf(redemptionEntity),
  }),
  getRedemption: endpoint({
    method: 'GET',
    path: '/api/redemption/{id}',
    access: 'admin',
    summary: 'One redemption code',
    params: idParams,
    data: redemptionEntity,
  }),
  createRedemptions: endpoint({
    method: 'POST',
    path: '/api/redemption/',
    access: 'admin',
    audit: 'redemption',
    summary: `Create up to ${REDEMPTIONS_AT_ONCE_MAX} codes; returns the codes`,
    body: z.object({
      /** Without one, the quota as people read it. */
      name: redemptionName.optional(),
      quota: redemptionQuota,
      count: redemptionCount.default(1),
      /** Chosen by the caller: the same request sent again returns the same codes. */
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
    audit: 'redemption',
    summary: 'Edit an unused code; with ?status_only=true only its status (1 unused, 2 disabled)',
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
    audit: 'redemption',
    summary: 'Delete a code; it can no longer be redeemed',
    params: idParams,
    data: z.null(),
  }),
  deleteUsedRedemptions: endpoint({
    method: 'DELETE',
    path: '/api/redemption/used',
    access: 'admin',
    audit: 'redemption',
    summary: 'Delete all redeemed codes; returns their number',
    data: z.number().int(),
  }),
  redeemCode: endpoint({
    method: 'POST',
    path: '/api/user/topup',
    access: 'user',
    summary: 'Redeem a code; returns the quota it added',
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
