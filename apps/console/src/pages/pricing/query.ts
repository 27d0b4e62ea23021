import { pageNumber, PRICING_PAGE_SIZE_DEFAULT, PRICING_PAGE_SIZES } from '@tollgate/contract';
import { z } from 'zod';

const sizes: readonly number[] = PRICING_PAGE_SIZES;

/** What the address of the price list holds. */
export const pricingQuery = z.object({
  p: pageNumber,
  page_size: z.coerce
    .number()
    .refine((size) => sizes.includes(size))
    .catch(PRICING_PAGE_SIZE_DEFAULT),
  keyword: z.string().catch(''),
  /** Whose prices; '' is the own groups. */
  group: z.string().catch(''),
  /** Whose models; '' is any. */
  vendor: z.string().catch(''),
  /** A column, with a minus for descending. */
  sort: z.string().catch(''),
  /** The model that is shown beside the list. */
  model: z.string().catch(''),
  /** What models must take and do, as `vision,tools`; '' is anything. */
  capability: z.string().catch(''),
  /** How a model is paid; '' is any. */
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

/** Whether an empty list may be the filters' doing. */
export function isFiltered({ keyword, type, vendor, capability }: PricingQuery): boolean {
  return keyword !== '' || type !== '' || vendor !== '' || capability !== '';
}
