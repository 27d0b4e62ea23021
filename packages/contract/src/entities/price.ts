import { z } from 'zod';
import { OPTION_VALUE_LENGTH_MAX } from '../options/option-length.ts';

const usd = z.string().max(40).optional();
const tokenPrices = { input: usd, output: usd, cached: usd, cacheWrite: usd };

/** USD as decimal strings: `call` per call, the others per million tokens. */
export const usdPrice = z.object({
  ...tokenPrices,
  call: usd,
  audioInput: usd,
  audioOutput: usd,
  imageInput: usd,
  /** Prices of a whole call whose prompt has more tokens than `above`. */
  tiers: z
    .array(z.object({ above: z.number().int().min(1), ...tokenPrices }))
    .max(20)
    .readonly()
    .optional(),
});

/** The options that model prices consist of. */
export const MODEL_PRICE_KEYS = [
  'ModelRatio',
  'CompletionRatio',
  'CacheRatio',
  'CacheWriteRatio',
  'AudioRatio',
  'AudioCompletionRatio',
  'ImageRatio',
  'PriceTiers',
  'ModelPrice',
  'ImageFactors',
] as const;

/** The options that make up a price book and that the price page edits. */
export const PRICE_OPTION_KEYS = [
  ...MODEL_PRICE_KEYS,
  'ToolPrices',
  'ServiceTierRatios',
  'GroupRatio',
] as const;
export type PriceOptionKey = (typeof PRICE_OPTION_KEYS)[number];

/** The price editor sends the new text of each option it changes. */
export const priceOption = z.object({
  key: z.enum(PRICE_OPTION_KEYS),
  value: z.string().max(OPTION_VALUE_LENGTH_MAX, 'option_too_long'),
});

/** A saved price book. */
export const priceVersion = z.object({
  /** 1, 2, 3, … in the order of saving. */
  id: z.number().int(),
  created_at: z.number().int(),
  /** 0 for the prices in effect before anybody saved any. */
  actor_id: z.number().int(),
  actor_name: z.string(),
  note: z.string(),
  /** Number of models whose price differs from the previous version. */
  changed: z.number().int(),
});
export type PriceVersion = z.output<typeof priceVersion>;

/** Totals of quota before and after a price change. */
const effect = { calls: z.number().int(), before: z.number(), after: z.number() };

/** The effect of a price change on the calls of the last 24 hours. */
export const pricePreview = z.object({
  /** Seconds. */
  from: z.number().int(),
  to: z.number().int(),
  ...effect,
  /** Calls examined; fewer than `calls` if the totals are extrapolated from a sample. */
  sampled: z.number().int(),
  /** Examined calls whose log does not record what they were charged for. */
  skipped: z.number().int(),
  /** Calls whose cost changes. */
  changed_calls: z.number().int(),
  /** Calls that would be refused for lack of a price. */
  refused_calls: z.number().int(),
  /** Models whose calls change in cost, greatest change first. */
  models: z.array(z.object({ model: z.string(), ...effect })),
  /** The users with the greatest increase, or decrease if nobody pays more. */
  users: z.array(
    z.object({
      user_id: z.number().int(),
      username: z.string(),
      is_team: z.boolean(),
      group: z.string(),
      ...effect,
    }),
  ),
  users_changed: z.number().int(),
  users_total: z.number().int(),
});
export type PricePreview = z.output<typeof pricePreview>;

/** A list price offered for a model. */
export const priceProposal = z.object({
  /** The name in the price list, if it differs from the model's. */
  listedAs: z.string().optional(),
  price: usdPrice,
  /** Where it was read; `unverified` if it is only from memory. */
  source: z.string(),
  /** Year and month. */
  date: z.string(),
});

/** What a group's ratio applies to. */
export const groupUses = z.object({
  group: z.string(),
  users: z.number().int(),
  teams: z.number().int(),
  keys: z.number().int(),
  channels: z.number().int(),
});

/** A model that channels offer but whose calls are refused for lack of a price. */
export const unpricedModel = z.object({
  model: z.string(),
  /** Groups to which the channels offer it. */
  groups: z.array(z.string()),
  /** The first ten of `channel_count`. */
  channels: z.array(z.object({ id: z.number().int(), name: z.string() })),
  channel_count: z.number().int(),
  /** Absent if no price list has the model. */
  proposal: priceProposal.optional(),
});
export type UnpricedModel = z.output<typeof unpricedModel>;
