import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  groupUses,
  priceOption,
  pricePreview,
  priceProposal,
  priceVersion,
  unpricedModel,
  usdPrice,
} from '../entities/price.ts';
import { idParams, pageOf, pageQuery } from '../paging.ts';

/** Identifies the stored price book, so that nobody overwrites what somebody else saved meanwhile. */
const base = z.string().max(40);
const note = z.string().trim().max(200).default('');
const saved = z.object({
  /** Identifies the price book stored now. */
  version: z.string(),
  /** Number of its version; 0 if none was saved yet. */
  number: z.number().int(),
});
const priceOptions = z.array(priceOption);

export const priceEndpoints = {
  listUnpriced: endpoint({
    method: 'GET',
    path: '/api/price/unpriced',
    access: 'admin',
    scope: 'prices:read',
    summary:
      'Models of enabled channels that have no price, so calls are refused, with list prices for them',
    summaryZh: '已启用渠道中未定价、调用会被拒绝的模型，附标价',
    data: z.array(unpricedModel),
    extras: z.object({
      /** Groups that enabled channels name but that have no ratio: their calls are refused too. */
      groups_without_ratio: z.array(z.string()),
    }),
  }),
  checkPrices: endpoint({
    method: 'POST',
    path: '/api/price/check',
    access: 'admin',
    scope: 'prices:read',
    audit: false,
    summary: 'Which of these models have no price, with list prices for them; changes nothing',
    summaryZh: '检查哪些模型未定价并附标价，不做任何修改',
    body: z.object({ models: z.array(z.string().max(200)).max(2000) }),
    data: z.array(z.object({ model: z.string(), proposal: priceProposal.optional() })),
  }),
  listGroupUses: endpoint({
    method: 'GET',
    path: '/api/price/groups',
    access: 'admin',
    scope: 'prices:read',
    summary: 'How many users, teams, keys and channels each price group has',
    summaryZh: '每个价格分组的用户、团队、令牌和渠道数量',
    data: z.array(groupUses),
  }),
  getPriceBook: endpoint({
    method: 'GET',
    path: '/api/price/book',
    access: 'admin',
    scope: 'prices:read',
    summary: 'The stored price book as options, and which models are offered and called',
    summaryZh: '以选项形式返回价目表，以及已提供和已调用的模型',
    data: saved.extend({
      options: priceOptions,
      quota_per_unit: z.number(),
      /** Models that enabled channels offer, and the types of these channels. */
      served: z.record(z.string(), z.array(z.number().int())),
      /** Model → calls in the last 24 hours; models without calls are omitted. */
      calls: z.record(z.string(), z.number().int()),
    }),
  }),
  savePriceBook: endpoint({
    method: 'POST',
    path: '/api/price/book',
    access: 'admin',
    scope: 'prices:write',
    audit: 'price',
    summary: 'Save options of the price book as a new version, unless it changed since `base`',
    summaryZh: '将价目表保存为新版本；自 `base` 之后有改动则拒绝',
    body: z.object({ base, note, options: priceOptions.min(1).max(20) }),
    data: saved,
  }),
  setPrices: endpoint({
    method: 'POST',
    path: '/api/price/models',
    access: 'admin',
    scope: 'prices:write',
    audit: 'price',
    summary:
      'Set model prices in money, or remove them with null; a price that ratios cannot store exactly is refused',
    summaryZh: '以金额设置模型价格，null 为删除；倍率无法精确表示的价格会被拒绝',
    body: z.object({
      /** If absent, the prices are set whatever else has changed. */
      base: base.optional(),
      note,
      prices: z
        .array(z.object({ model: z.string().trim().min(1).max(200), price: usdPrice.nullable() }))
        .min(1)
        .max(1000),
    }),
    data: saved,
  }),
  listPriceProposals: endpoint({
    method: 'GET',
    path: '/api/price/proposals',
    access: 'admin',
    scope: 'prices:read',
    summary: 'List prices of priced or offered models whose own price differs or is missing',
    summaryZh: '已定价或已提供的模型中，与标价不同或未定价者的标价',
    data: z.array(
      priceProposal.extend({
        model: z.string(),
        served: z.boolean(),
        current: usdPrice.optional(),
      }),
    ),
  }),
  previewPrices: endpoint({
    method: 'POST',
    path: '/api/price/preview',
    access: 'admin',
    scope: 'prices:read',
    audit: false,
    summary: 'Effect of a price change on the calls of the last 24 hours',
    summaryZh: '价格修改对最近 24 小时调用的影响',
    body: z.object({ options: priceOptions.min(1).max(20) }),
    data: pricePreview,
  }),
  listPriceVersions: endpoint({
    method: 'GET',
    path: '/api/price/versions',
    access: 'admin',
    scope: 'prices:read',
    summary: 'Saved price versions, newest first',
    summaryZh: '已保存的价格版本，最新在前',
    query: pageQuery,
    data: pageOf(priceVersion),
  }),
  getPriceVersion: endpoint({
    method: 'GET',
    path: '/api/price/versions/{id}',
    access: 'admin',
    scope: 'prices:read',
    summary: 'One price version with its options',
    summaryZh: '单个价格版本及其选项',
    params: idParams,
    data: priceVersion.extend({ options: priceOptions }),
  }),
};
