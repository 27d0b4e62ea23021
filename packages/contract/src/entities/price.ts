import { z } from 'zod';
import { OPTION_VALUE_LENGTH_MAX } from '../options/option-length.ts';

const usd = z.string().max(40).optional();
const tokenPrices = { input: usd, output: usd, cached: usd, cacheWrite: usd };

/** USD as decimal texts: `call` for a call, the others for a million tokens. */
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

/** The options that a price book is made of and that this page edits. */
export const PRICE_OPTION_KEYS = [
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
  'ToolPrices',
  'ServiceTierRatios',
  'GroupRatio',
] as const;
export type PriceOptionKey = (typeof PRICE_OPTION_KEYS)[number];

/** What a call of the price editor sends for each option that it changes: its text. */
export const priceOption = z.object({
  key: z.enum(PRICE_OPTION_KEYS),
  value: z.string().max(OPTION_VALUE_LENGTH_MAX, 'option_too_long'),
});

/** A saved price book. */
export const priceVersion = z.object({
  /** 1, 2, 3, … in the order of saving. */
  id: z.number().int(),
  created_at: z.number().int(),
  /** 0 for the prices that stood before anybody saved some. */
  actor_id: z.number().int(),
  actor_name: z.string(),
  note: z.string(),
  /** How many models have another price than in the version before. */
  changed: z.number().int(),
});
export type PriceVersion = z.output<typeof priceVersion>;

/** Sums of quota before and after a change of prices. */
const effect = { calls: z.number().int(), before: z.number(), after: z.number() };

/** What a change of prices makes of the calls of the last 24 hours. */
export const pricePreview = z.object({
  /** Seconds. */
  from: z.number().int(),
  to: z.number().int(),
  ...effect,
  /** Calls that were looked at; fewer than `calls` where the sums are projected from them. */
  sampled: z.number().int(),
  /** Of those looked at, calls whose log does not tell what they were charged for. */
  skipped: z.number().int(),
  /** Calls that cost something else. */
  changed_calls: z.number().int(),
  /** Calls that would be refused for want of a price. */
  refused_calls: z.number().int(),
  /** Models whose calls cost something else, the greatest change first. */
  models: z.array(z.object({ model: z.string(), ...effect })),
  /** The users who pay most more, or less where nobody pays more. */
  users: z.array(
    z.object({ user_id: z.number().int(), username: z.string(), group: z.string(), ...effect }),
  ),
  users_changed: z.number().int(),
  users_total: z.number().int(),
});
export type PricePreview = z.output<typeof pricePreview>;

/** A list price that is offered for a model. */
export const priceProposal = z.object({
  /** The name in the list, where it is not the model's own. */
  listedAs: z.string().optional(),
  price: usdPrice,
  /** Where it was read; `unverified` where it is only known. */
  source: z.string(),
  /** Year and month. */
  date: z.string(),
});

/** A model that channels offer, calls of which are refused for want of a price. */
export const unpricedModel = z.object({
  model: z.string(),
  /** Groups that the channels offer it to. */
  groups: z.array(z.string()),
  /** The first ten of `channel_count`. */
  channels: z.array(z.object({ id: z.number().int(), name: z.string() })),
  channel_count: z.number().int(),
  /** Absent where no list has the model. */
  proposal: priceProposal.optional(),
});
export type UnpricedModel = z.output<typeof unpricedModel>;
