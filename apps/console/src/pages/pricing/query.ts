import { pageNumber, PRICING_PAGE_SIZE_DEFAULT, PRICING_PAGE_SIZES } from '@tollgate/contract';
import { z } from 'zod';

const sizes: readonly number[] = PRICING_PAGE_SIZES;

/** The query parameters of the price list. */
export const pricingQuery = z.object({
  p: pageNumber,
  page_size: z.coerce
    .number()
    .refine((size) => sizes.includes(size))
    .catch(PRICING_PAGE_SIZE_DEFAULT),
  keyword: z.string().catch(''),
  /** The group whose prices are shown; '' means the user's own groups. */
  group: z.string().catch(''),
  /** '' means any vendor. */
  vendor: z.string().catch(''),
  /** A column, with a leading minus for descending. */
  sort: z.string().catch(''),
  /** The model that is open next to the list. */
  model: z.string().catch(''),
  /** Required capabilities, as `vision,tools`; '' means any. */
  capability: z.string().catch(''),
  /** How a model is priced; '' means any. */
  type: z.enum(['', 'tokens', 'calls']).catch(''),
});
export type PricingQuery = z.output<typeof pricingQuery>;

export const NO_FILTERS = {
  keyword: '',
  group: '',
  type: '',
  vendor: '',
  capability: '',
  p: 1,
} as const;

/** Whether filters may be the reason for an empty list. */
export function isFiltered({ keyword, type, vendor, capability }: PricingQuery): boolean {
  return keyword !== '' || type !== '' || vendor !== '' || capability !== '';
}
