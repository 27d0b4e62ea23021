import { localeOf } from './locale-of.ts';

/** Formats the UTC day of a time (in seconds), as `12 Nov` or `11月12日`. */
export function formatUtcDay(seconds: number, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(seconds * 1000);
}
