import dayjs, { type Dayjs } from 'dayjs';

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

/**
 * What a preset means at a moment (seconds) in the browser's zone: `24h` is this hour and the 23
 * before it, all others are whole days of which today is the last. So a range moves once an hour or
 * day, and the same view asks the same question.
 */
export function rangeOfPreset(preset: RangePreset, moment: number): DateRange {
  const now = dayjs.unix(moment);
  return preset === '24h'
    ? toRange(now.startOf('hour').subtract(23, 'hour'), now.endOf('hour'))
    : toRange(now.startOf('day').subtract(DAYS[preset] - 1, 'day'), now.endOf('day'));
}

function toRange(start: Dayjs, end: Dayjs): DateRange {
  return { start: start.unix(), end: end.unix() };
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
): DateRange | undefined {
  if (comparison === 'off') return undefined;
  const [from, to] = [dayjs.unix(start), dayjs.unix(end + 1)];
  if (comparison === 'year')
    return toRange(from.subtract(1, 'year'), to.subtract(1, 'year').subtract(1, 'second'));
  const days = to.startOf('day').diff(from.startOf('day'), 'day', true);
  return isWholeDays(from, to)
    ? toRange(from.subtract(Math.round(days), 'day'), from.subtract(1, 'second'))
    : { start: start - (end + 1 - start), end: start - 1 };
}

function isWholeDays(from: Dayjs, to: Dayjs): boolean {
  return [from, to].every((time) => time.isSame(time.startOf('day')));
}

/** A range for people, as short as it can be: `16–22 Nov 2026`, or with the hours where it has no whole days. */
export function formatRange({ start, end }: DateRange, language: string): string {
  const [from, to] = [dayjs.unix(start), dayjs.unix(end + 1)];
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat(
    language === 'en' ? 'en-GB' : language,
    isWholeDays(from, to) ? day : { ...day, ...time },
  );
  return format.formatRange(start * 1000, end * 1000);
}
