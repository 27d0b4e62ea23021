import { USAGE_DIMENSIONS, USAGE_MEASURES, USAGE_PIECES, type UsageSpan } from '@tollgate/contract';
import { z } from 'zod';
import {
  COMPARISONS,
  comparedRange,
  type DateRange,
  RANGE_PRESETS,
  rangeOfPreset,
  type RangePreset,
} from '../../ui/filters/date-range.ts';
import { isZone } from '../../ui/filters/wall-clock.ts';
import { browserZone } from '../../ui/format/browser-zone.ts';

const seconds = z.coerce.number().int().min(0).catch(0);

/** The dashboard's whole state as query parameters, so that a shared link shows the same. */
export const dashboardQuery = z.object({
  /** Empty if the range is given by start and end, or is the site's default. */
  range: z.enum(['', ...RANGE_PRESETS]).catch(''),
  start: seconds,
  end: seconds,
  /** The time zone that determines days; empty means the browser's. */
  zone: z
    .string()
    .refine((zone) => zone === '' || isZone(zone))
    .catch(''),
  compare: z.enum(COMPARISONS).catch('before'),
  piece: z.enum(['', ...USAGE_PIECES]).catch(''),
  measure: z.enum(USAGE_MEASURES).catch('spend'),
  by: z.enum(USAGE_DIMENSIONS).catch('model'),
  /** One user only; 0 for all. */
  user: seconds,
  rows: z.coerce.number().int().min(1).max(100).catch(10),
  view: z.enum(['chart', 'table']).catch('chart'),
});
export type DashboardQuery = z.output<typeof dashboardQuery>;

/** A site's initial range, by its default granularity. */
const INITIAL: Readonly<Record<UsageSpan, RangePreset>> = { hour: '24h', day: '30d', week: '1y' };

export function initialPreset(span: string): RangePreset {
  return INITIAL[span as UsageSpan] ?? '24h';
}

/** Returns the range of a query at a given time (seconds), and its preset. */
export function rangeOf(
  { range, start, end, zone }: Pick<DashboardQuery, 'range' | 'start' | 'end' | 'zone'>,
  initial: RangePreset,
  moment: number,
): { preset: RangePreset | ''; range: DateRange } {
  if (range === '' && start > 0 && end > start) return { preset: '', range: { start, end } };
  const preset = range || initial;
  return { preset, range: rangeOfPreset(preset, moment, zone) };
}

/** Returns the query to send to the server. */
export function toReportQuery(query: DashboardQuery, range: DateRange) {
  const before = comparedRange(range, query.compare, query.zone);
  return {
    start: range.start,
    end: range.end,
    before_start: before?.start ?? 0,
    before_end: before?.end ?? 0,
    time_zone: query.zone || browserZone(),
    piece: query.piece,
    measure: query.measure,
    limit: query.rows,
  };
}

/**
 * Returns the query of a shared link, with start, end and time zone, so that everybody sees the same days.
 */
export function sharedSearch(query: DashboardQuery, range: DateRange): DashboardQuery {
  return { ...query, range: '', ...range, zone: query.zone || browserZone() };
}
