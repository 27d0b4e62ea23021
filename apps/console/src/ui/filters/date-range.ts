import type { Dayjs } from 'dayjs';
import { fromWallClock, toWallClock } from './wall-clock.ts';
import { formatSpan } from '../format/format-span.ts';
import { localeOf } from '../format/locale-of.ts';

/** Ranges that are chosen by one click; each ends now. */
export const RANGE_PRESETS = ['24h', '7d', '30d', '90d', '1y'] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

/** A piece of time in seconds since 1970, both ends included. */
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
 * What a preset means at a moment (seconds) in a zone ('' is the browser's): `24h` is this hour and the
 * 23 before it, all others are whole days of which today is the last. So a range moves once an hour or
 * day, and the same view asks the same question.
 */
export function rangeOfPreset(preset: RangePreset, moment: number, zone = ''): DateRange {
  const now = toWallClock(moment, zone);
  if (preset === '24h') {
    const hour = fromWallClock(now.startOf('hour'), zone);
    return { start: hour - 23 * HOUR, end: hour + HOUR - 1 };
  }
  const today = now.startOf('day');
  return {
    start: fromWallClock(today.subtract(DAYS[preset] - 1, 'day'), zone),
    end: fromWallClock(today.add(1, 'day'), zone) - 1,
  };
}

/** What a range is compared with. */
export const COMPARISONS = ['before', 'year', 'off'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * The range that another is compared with: as long and right before it, or the same days a year ago.
 * Whole days stay whole days where the clock changes.
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
 * A range for people, as short as it can be: `16–22 Nov 2026`, or with the hours where it has no whole days
 * (`byDay`: only where it is shorter than two).
 */
export function formatRange(
  { start, end }: DateRange,
  language: string,
  { zone = '', thisYear, byDay = false }: { zone?: string; thisYear: number; byDay?: boolean },
): string {
  const [from, to] = [toWallClock(start, zone), toWallClock(end + 1, zone)];
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const isDays = isWholeDays(from, to);
  const saysYear = isDays || [from, to].some((clock) => clock.year() !== thisYear);
  const format = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    ...(saysYear ? { year: 'numeric' } : {}),
    ...(isDays || (byDay && end - start > 48 * HOUR) ? {} : time),
    ...(zone === '' ? {} : { timeZone: zone }),
  });
  return formatSpan(format, start * 1000, end * 1000);
}
