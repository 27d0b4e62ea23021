import {
  ORDER_SORTS,
  ORDER_STATE_FILTERS,
  pageNumber,
  PAGE_SIZE_MAX,
  sortOf,
} from '@tollgate/contract';
import { z } from 'zod';
import { unixSeconds } from '../../server-clock.ts';
import { type DateRange, RANGE_PRESETS, rangeOfPreset } from '../../ui/filters/date-range.ts';

const text = z.string().catch('');
const seconds = z.coerce.number().int().min(0).catch(0);

/** The query parameters of the order list. 0 and empty mean: not set. */
export const orderQuery = z.object({
  p: pageNumber,
  page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).catch(50),
  keyword: text,
  user: text,
  provider: text,
  state: z.enum(['', ...ORDER_STATE_FILTERS]).catch(''),
  /** Empty if given by start and end. */
  range: z.enum(['', ...RANGE_PRESETS]).catch('30d'),
  start_timestamp: seconds,
  end_timestamp: seconds,
  sort: sortOf(ORDER_SORTS),
  /** The order that is open next to the list. */
  id: seconds,
});
export type OrderQuery = z.output<typeof orderQuery>;

export const NO_FILTERS = { keyword: '', user: '', provider: '', state: '', p: 1 } as const;

export function isFiltered({ keyword, user, provider, state, p }: OrderQuery): boolean {
  return keyword !== '' || user !== '' || provider !== '' || state !== '' || p !== 1;
}

/** Returns the range of a query at a given time in seconds. */
export function rangeOf(
  { range, start_timestamp, end_timestamp }: OrderQuery,
  moment = unixSeconds(),
): DateRange {
  return range === ''
    ? { start: start_timestamp, end: end_timestamp }
    : rangeOfPreset(range, moment);
}

/** Returns the filter to send to the server. A number is searched in all orders, whatever the range. */
export function toFilter(query: OrderQuery) {
  const { keyword, user, provider } = query;
  const { start, end } = rangeOf(query);
  const window = keyword === '' ? { start_timestamp: start, end_timestamp: end } : {};
  return { keyword, user, provider, ...window };
}
