import type { Dayjs } from 'dayjs';
import { fromWallClock, toWallClock } from './wall-clock.ts';
import { formatSpan } from '../format/format-span.ts';
import { localeOf } from '../format/locale-of.ts';

/** Ranges selected with one click; each ends now. */
export const RANGE_PRESETS = ['24h', '7d', '30d', '90d', '1y'] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

/** A time range in seconds since the epoch, both ends included. */
export interface DateRange {
  start: number;
  end: number;
}

const DAYS: Readonly<Record<Exclude<RangePreset, '24h'>, number>> = {
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '1y': 365,
};

const HOUR = 3600;

/**
 * Returns the range of a preset at a time (seconds) in a time zone ('' is the browser's): `24h` is the
 * current hour and the 23 before it, all others are whole days up to and including today. So a range only
 * moves once an hour or day, and the same view sends the same query.
 */
export function rangeOfPreset(preset: RangePreset, moment: number, zone = ''): DateRange {
  const now = toWallClock(moment, zone);
  if (preset === '24h') {
    // Counted back, not looked up: a clock that is set back shows the hour twice.
    const hour = moment - now.diff(now.startOf('hour'), 'second');
    return { start: hour - 23 * HOUR, end: hour + HOUR - 1 };
  }
  const today = now.startOf('day');
  return {
    start: fromWallClock(today.subtract(DAYS[preset] - 1, 'day'), zone),
    end: fromWallClock(today.add(1, 'day'), zone) - 1,
  };
}

/** Months selected with one click, as accounts are kept by them: how many months ago each is. */
export const RANGE_MONTHS = { thisMonth: 0, lastMonth: 1 } as const;
export type RangeMonth = keyof typeof RANGE_MONTHS;

/** Returns the calendar month at a time (seconds) in a time zone: this one up to and including today, or the last. */
export function rangeOfMonth(month: RangeMonth, moment: number, zone = ''): DateRange {
  const now = toWallClock(moment, zone);
  const first = now.startOf('month').subtract(RANGE_MONTHS[month], 'month');
  const end = month === 'thisMonth' ? now.startOf('day').add(1, 'day') : first.add(1, 'month');
  return { start: fromWallClock(first, zone), end: fromWallClock(end, zone) - 1 };
}

/** What a range is compared with. */
export const COMPARISONS = ['before', 'year', 'off'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * Returns the range to compare with: of equal length right before, or the same days a year ago. Whole days
 * stay whole days across a DST change.
 */
export function comparedRange(
  { start, end }: DateRange,
  comparison: Comparison,
  zone = '',
): DateRange | undefined {
  if (comparison === 'off') return undefined;
  const [from, to] = [toWallClock(start, zone), toWallClock(end + 1, zone)];
  const back = (clock: Dayjs, days: number, unit: 'day' | 'year') =>
    fromWallClock(clock.subtract(days, unit), zone);
  if (comparison === 'year') return { start: back(from, 1, 'year'), end: back(to, 1, 'year') - 1 };
  const days = to.diff(from, 'day');
  return isWholeDays(from, to)
    ? { start: back(from, days, 'day'), end: start - 1 }
    : { start: start - (end + 1 - start), end: start - 1 };
}

function isWholeDays(from: Dayjs, to: Dayjs): boolean {
  return [from, to].every((time) => time.isSame(time.startOf('day')));
}

/**
 * Formats a range as short as possible: `16–22 Nov 2026`, or with hours if it is not whole days (`byDay`:
 * only if it is at most 48 hours).
 */
export function formatRange(
  { start, end }: DateRange,
  language: string,
  { zone = '', thisYear, byDay = false }: { zone?: string; thisYear: number; byDay?: boolean },
): string {
  const [from, to] = [toWallClock(start, zone), toWallClock(end + 1, zone)];
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const isDays = isWholeDays(from, to);
  const showsYear = isDays || [from, to].some((clock) => clock.year() !== thisYear);
  const format = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    ...(showsYear ? { year: 'numeric' } : {}),
    ...(isDays || (byDay && end - start > 48 * HOUR) ? {} : time),
    ...(zone === '' ? {} : { timeZone: zone }),
  });
  return formatSpan(format, start * 1000, end * 1000);
}
