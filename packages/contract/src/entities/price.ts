import { z } from 'zod';

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
    .optional(),
});

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
