import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  priceOption,
  pricePreview,
  priceProposal,
  priceVersion,
  unpricedModel,
  usdPrice,
} from '../entities/price.ts';
import { idParams, pageOf, pageQuery } from '../paging.ts';

/** Names what is stored, so that nobody writes over what somebody else has saved meanwhile. */
const base = z.string().max(40);
const note = z.string().trim().max(200).default('');
const saved = z.object({
  /** Names the price book that is stored now. */
  version: z.string(),
  /** The number of its version; 0 while none was saved. */
  number: z.number().int(),
});
const priceOptions = z.array(priceOption);

export const priceEndpoints = {
  listUnpriced: endpoint({
    method: 'GET',
    path: '/api/price/unpriced',
    access: 'admin',
    summary:
      'Models of enabled channels that have no price, so calls are refused, with list prices for them',
    data: z.array(unpricedModel),
    extras: z.object({
      /** Groups that enabled channels name and that have no ratio: their calls are refused too. */
      groups_without_ratio: z.array(z.string()),
    }),
  }),
  checkPrices: endpoint({
    method: 'POST',
    path: '/api/price/check',
    access: 'admin',
    audit: false,
    summary: 'Which of these models have no price, with list prices for them; changes nothing',
    body: z.object({ models: z.array(z.string().max(200)).max(2000) }),
    data: z.array(z.object({ model: z.string(), proposal: priceProposal.optional() })),
  }),
  getPriceBook: endpoint({
    method: 'GET',
    path: '/api/price/book',
    access: 'admin',
    summary: 'The stored price book as options, and which models are offered and called',
    data: saved.extend({
      options: priceOptions,
      quota_per_unit: z.number(),
      /** Models that enabled channels offer, and the types of these channels. */
      served: z.record(z.string(), z.array(z.number().int())),
      /** Model → calls of the last 24 hours, without those that had none. */
      calls: z.record(z.string(), z.number().int()),
    }),
  }),
  savePriceBook: endpoint({
    method: 'POST',
    path: '/api/price/book',
    access: 'admin',
    audit: 'price',
    summary: 'Save options of the price book as a new version, unless it changed since `base`',
    body: z.object({ base, note, options: priceOptions.min(1).max(20) }),
    data: saved,
  }),
  setPrices: endpoint({
    method: 'POST',
    path: '/api/price/models',
    access: 'admin',
    audit: 'price',
    summary:
      'Set model prices in money, or remove them with null; a price that ratios cannot store exactly is refused',
    body: z.object({
      /** Without it the prices are set whatever else has changed. */
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
    summary: 'List prices of priced or offered models whose own price differs or is missing',
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
    audit: false,
    summary: 'Effect of a price change on the calls of the last 24 hours',
    body: z.object({ options: priceOptions.min(1).max(20) }),
    data: pricePreview,
  }),
  listPriceVersions: endpoint({
    method: 'GET',
    path: '/api/price/versions',
    access: 'admin',
    summary: 'Saved price versions, newest first',
    query: pageQuery,
    data: pageOf(priceVersion),
  }),
  getPriceVersion: endpoint({
    method: 'GET',
    path: '/api/price/versions/{id}',
    access: 'admin',
    summary: 'One price version with its options',
    params: idParams,
    data: priceVersion.extend({ options: priceOptions }),
  }),
};
