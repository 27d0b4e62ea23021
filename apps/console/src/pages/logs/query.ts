import { LOG_STATUSES, pageNumber, PAGE_SIZE_MAX } from '@tollgate/contract';
import { z } from 'zod';
import { unixSeconds } from '../../server-clock.ts';
import { RANGE_PRESETS, rangeOfPreset } from '../../ui/filters/date-range.ts';
import { type TimeWindow, timeWindow } from '../../ui/filters/time-window.ts';

const text = z.string().catch('');
const seconds = z.coerce.number().int().min(0).catch(0);

/** The query parameters of the log. 0 and empty mean: not set. */
export const logQuery = z.object({
  p: pageNumber,
  page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).catch(50),
  type: z.coerce.number().int().min(0).max(5).catch(0),
  status: z.enum(['', ...LOG_STATUSES]).catch(''),
  token_name: text,
  model_name: text,
  group: text,
  username: text,
  channel: seconds,
  request_id: text,
  /** Empty if given by start and end, or for the default of 3 days. */
  range: z.enum(['', ...RANGE_PRESETS]).catch(''),
  start_timestamp: seconds,
  end_timestamp: seconds,
});
export type LogQuery = z.output<typeof logQuery>;

const SPAN_SECONDS = 3 * 86_400;
const YEAR_SECONDS = 365 * 86_400;

/**
 * Returns the time window of a query: its preset, or else start and end, by default from 3 days ago to one
 * hour ahead. When searching for a request, whose time may be unknown, it starts a year ago.
 */
export function windowOf(
  {
    range = '',
    request_id: request = '',
    ...chosen
  }: TimeWindow & Partial<Pick<LogQuery, 'range' | 'request_id'>>,
  clock = unixSeconds(),
): TimeWindow {
  const span = request === '' ? SPAN_SECONDS : YEAR_SECONDS;
  if (range === '') return timeWindow(chosen, (now) => now - span, clock);
  const { start, end } = rangeOfPreset(range, clock);
  return { start_timestamp: start, end_timestamp: end };
}

/** A query without filters, on the first page. */
export const NO_FILTERS = {
  type: 0,
  status: '',
  token_name: '',
  model_name: '',
  group: '',
  username: '',
  channel: 0,
  request_id: '',
  range: '',
  start_timestamp: 0,
  end_timestamp: 0,
  p: 1,
} as const;

/** Counts the active filters of a query; the time window counts once. */
export function countFilters(query: LogQuery): number {
  const { p: _page, range, start_timestamp, end_timestamp, ...plain } = NO_FILTERS;
  const used = Object.entries(plain).filter(
    ([name, value]) => query[name as keyof typeof plain] !== value,
  ).length;
  const window =
    query.range !== range ||
    query.start_timestamp !== start_timestamp ||
    query.end_timestamp !== end_timestamp;
  return used + (window ? 1 : 0);
}
