import dayjs from 'dayjs';
import { localeOf } from './locale-of.ts';

const FORMAT = 'YYYY-MM-DD HH:mm';
const FORMAT_PRECISE = 'YYYY-MM-DD HH:mm:ss';
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Formats a time in seconds as YYYY-MM-DD HH:mm (or to the second), in the browser's time zone. */
export function formatTime(seconds: number, precise = false): string {
  return dayjs.unix(seconds).format(precise ? FORMAT_PRECISE : FORMAT);
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a time in seconds to the second, without redundant parts: only the time of day if it is today, only
 * day and month if it is this year.
 */
export function formatMoment(seconds: number, now: number, language: string): string {
  const [time, today] = [dayjs.unix(seconds), dayjs.unix(now)];
  const clock = time.format('HH:mm:ss');
  if (time.isSame(today, 'day')) return clock;
  if (!time.isSame(today, 'year')) return `${time.format('YYYY-MM-DD')} ${clock}`;
  const name = localeOf(language);
  const days =
    FORMATS.get(name) ?? new Intl.DateTimeFormat(name, { day: 'numeric', month: 'short' });
  FORMATS.set(name, days);
  return `${days.format(time.toDate())} ${clock}`;
}

const RELATIVE = new Map<string, Intl.RelativeTimeFormat>();

/**
 * Formats a time relative to now, in the largest unit that fits; both in seconds. Days are spans of 24 hours and
 * have numbers: what happened 47 hours ago is no longer “yesterday”.
 */
export function formatRelativeTime(seconds: number, now: number, language: string): string {
  const away = seconds - now;
  const [unit, size] = STEPS.find(([, length]) => Math.abs(away) >= length) ?? ['second', 1];
  // Short Chinese is normal Chinese (30 秒前); short English abbreviates its words.
  const style = language.startsWith('zh') ? 'short' : 'long';
  const numeric = unit === 'day' ? 'always' : 'auto';
  const key = `${language} ${numeric}`;
  const format = RELATIVE.get(key) ?? new Intl.RelativeTimeFormat(language, { numeric, style });
  RELATIVE.set(key, format);
  const words = format.format(Math.trunc(away / size), unit);
  // As everywhere in the console, Chinese has a space after a number.
  return words.replace(/(\d)(\p{Script=Han})/u, '$1 $2');
}

/** Parses a typed time to seconds; undefined if it is not a date. */
export function parseTime(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/.exec(text.trim());
  if (!match) return undefined;
  const time = dayjs(`${match[1]}T${match[2]}${match[3] ?? ':00'}`);
  // February 31 would otherwise become a day in March.
  return time.isValid() && time.format('YYYY-MM-DD') === match[1] ? time.unix() : undefined;
}
