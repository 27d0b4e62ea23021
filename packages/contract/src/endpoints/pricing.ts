import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MODEL_CAPABILITIES } from '../model-capabilities.ts';

/** Sizes of the spec for the pages of the price list. */
export const PRICING_PAGE_SIZES = [10, 20, 30, 50, 100] as const;
export const PRICING_PAGE_SIZE_DEFAULT = 20;

export const pricingEntity = z.object({
  model_name: z.string(),
  /** 0 by tokens, 1 by call. */
  quota_type: z.number().int(),
  /** 1 is 2 USD for a million tokens; 0 where calls are paid. */
  model_ratio: z.number(),
  completion_ratio: z.number(),
  /** What a cached token of a prompt, and one that is written to the cache, cost, as ratios of a plain one. */
  cache_ratio: z.number().optional(),
  cache_write_ratio: z.number().optional(),
  /** What a token of sound or of a picture costs, as a ratio of a plain one; of a spoken answer, of a heard one. Absent without a price of its own. */
  audio_ratio: z.number().optional(),
  audio_completion_ratio: z.number().optional(),
  image_ratio: z.number().optional(),
  /** What the whole call costs once its prompt has more tokens than `above`, the shortest first. */
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
  /** The most tokens that it answers at once, where that is known. */
  max_output: z.number().int().optional(),
  /** The most tokens of prompt and answer together, where that is known. */
  context: z.number().int().optional(),
  /** What it takes and does beside text, where that is known. */
  capabilities: z.array(z.enum(MODEL_CAPABILITIES)).optional(),
  /** USD a call; 0 where tokens are paid. */
  price: z.number(),
  /** The same, under the name of the option. */
  model_price: z.number(),
  /** Of the groups that the caller may use, those that have it. */
  enable_groups: z.array(z.string()),
  /** Tools that run at the provider: USD for each use, and once for the call. Absent without any. */
  tools: z.record(z.string(), z.object({ use: z.number(), request: z.number() })).optional(),
  /** Service tiers, and what each makes of the price of tokens. Absent without any. */
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
      /** Of the groups that the caller may use. */
      group_ratio: z.record(z.string(), z.number()),
      /** The same groups with their descriptions. */
      usable_group: z.record(z.string(), z.string()),
      /** The own groups; the first one decides the ratio. */
      user_group: z.array(z.string()),
    }),
  }),
};
