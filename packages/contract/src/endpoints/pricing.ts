import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MODEL_CAPABILITIES } from '../model-capabilities.ts';

/** Page sizes of the price list, as in the spec. */
export const PRICING_PAGE_SIZES = [10, 20, 30, 50, 100] as const;
export const PRICING_PAGE_SIZE_DEFAULT = 20;

export const pricingEntity = z.object({
  model_name: z.string(),
  /** 0: priced by tokens; 1: by call. */
  quota_type: z.number().int(),
  /** 1 is 2 USD per million tokens; 0 if priced by call. */
  model_ratio: z.number(),
  completion_ratio: z.number(),
  /** Prices of a cached prompt token and of one written to the cache, as ratios of a plain token's. */
  cache_ratio: z.number().optional(),
  cache_write_ratio: z.number().optional(),
  /**
   * Prices of an audio input token, an audio output token and an image token, as ratios of a plain token's.
   * Absent without a price of its own.
   */
  audio_ratio: z.number().optional(),
  audio_completion_ratio: z.number().optional(),
  image_ratio: z.number().optional(),
  /** Prices of the whole call once its prompt has more tokens than `above`, shortest first. */
  length_tiers: z
    .array(
      z.object({
        above: z.number().int(),
        model_ratio: z.number(),
        completion_ratio: z.number(),
        cache_ratio: z.number(),
        cache_write_ratio: z.number(),
      }),
    )
    .optional(),
  /** Most output tokens of one response, if known. */
  max_output: z.number().int().optional(),
  /** Most tokens of prompt and output together, if known. */
  context: z.number().int().optional(),
  /** What it accepts and can do besides text, if known. */
  capabilities: z.array(z.enum(MODEL_CAPABILITIES)).optional(),
  /** USD per call; 0 if priced by tokens. */
  price: z.number(),
  /** `price` under the name of the option. */
  model_price: z.number(),
  /** The groups available to the caller that offer the model. */
  enable_groups: z.array(z.string()),
  /** Tools that run at the provider: USD per use, and once per call. Absent without any. */
  tools: z.record(z.string(), z.object({ use: z.number(), request: z.number() })).optional(),
  /** Service tiers, and the factor each applies to token prices. Absent without any. */
  tiers: z.record(z.string(), z.number()).optional(),
});
export type Pricing = z.output<typeof pricingEntity>;

export const pricingEndpoints = {
  getPricing: endpoint({
    method: 'GET',
    path: '/api/pricing',
    access: 'optional',
    scope: 'open',
    summary: 'Model prices for the caller’s groups, or for visitors',
    summaryZh: '调用方（或访客）分组的模型价格',
    data: z.array(pricingEntity),
    extras: z.object({
      /** Ratios of the groups available to the caller. */
      group_ratio: z.record(z.string(), z.number()),
      /** The same groups with their descriptions. */
      usable_group: z.record(z.string(), z.string()),
      /** The caller's own groups; the first decides the ratio. */
      user_group: z.array(z.string()),
    }),
  }),
};
