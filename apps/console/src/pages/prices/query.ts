import { z } from 'zod';

export const PRICE_TABS = ['models', 'groups', 'tiers', 'ratios', 'versions'] as const;
export type PriceTab = (typeof PRICE_TABS)[number];
/** Which models are shown. */
export const PRICE_VIEWS = ['all', 'served', 'used', 'unpriced', 'changed'] as const;
export type PriceView = (typeof PRICE_VIEWS)[number];

/** The query parameters of the price editor. */
export const priceQuery = z.object({
  tab: z.enum(PRICE_TABS).catch('models'),
  q: z.string().trim().max(100).catch(''),
  show: z.enum(PRICE_VIEWS).catch('all'),
  /** A channel type; 0 for all. */
  provider: z.coerce.number().int().min(0).catch(0),
  sort: z.string().max(20).catch('model'),
  desc: z
    .union([z.boolean(), z.string()])
    .transform((value) => value === true || value === 'true')
    .catch(false),
  p: z.coerce.number().int().min(1).catch(1),
});
export type PriceQuery = z.output<typeof priceQuery>;
export type SetPriceQuery = (changes: Partial<PriceQuery>) => void;
