import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

const FORMAT = 'YYYY-MM-DDTHH:mm:ss';

/**
 * Returns the wall clock time of a zone ('' is the browser's) at a time in seconds. Days and hours can be
 * added to it as on a clock, ignoring DST changes of the zone.
 */
export function toWallClock(seconds: number, zone: string): Dayjs {
  const there = zone === '' ? dayjs.unix(seconds) : dayjs.unix(seconds).tz(zone);
  return dayjs.utc(there.format(FORMAT));
}

/** Returns the time in seconds at which clocks in a zone show this. */
export function fromWallClock(clock: Dayjs, zone: string): number {
  const text = clock.format(FORMAT);
  return (zone === '' ? dayjs(text) : dayjs.tz(text, zone)).unix();
}

/** Formats a time in seconds as YYYY-MM-DD HH:mm in a zone. */
export function formatWallTime(seconds: number, zone: string): string {
  return toWallClock(seconds, zone).format('YYYY-MM-DD HH:mm');
}

/** Parses a time entered in a zone to seconds; undefined if it is not a date. */
export function parseWallTime(text: string, zone: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/.exec(text.trim());
  if (!match) return undefined;
  const clock = dayjs.utc(`${match[1]}T${match[2]}${match[3] ?? ':00'}`);
  // February 31 would otherwise become a day in March.
  const isDate = clock.isValid() && clock.format('YYYY-MM-DD') === match[1];
  return isDate ? fromWallClock(clock, zone) : undefined;
}

/** Whether the browser supports a zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
