import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

const FORMAT = 'YYYY-MM-DDTHH:mm:ss';

/**
 * What clocks show in a zone ('' is the browser's) at a moment in seconds. Days and hours are added to it
 * as on a clock, whatever the zone does to its own.
 */
export function toWallClock(seconds: number, zone: string): Dayjs {
  const there = zone === '' ? dayjs.unix(seconds) : dayjs.unix(seconds).tz(zone);
  return dayjs.utc(there.format(FORMAT));
}

/** The moment in seconds at which clocks in a zone show that. */
export function fromWallClock(clock: Dayjs, zone: string): number {
  const text = clock.format(FORMAT);
  return (zone === '' ? dayjs(text) : dayjs.tz(text, zone)).unix();
}

/** A moment in seconds as YYYY-MM-DD HH:mm in a zone. */
export function formatWallTime(seconds: number, zone: string): string {
  return toWallClock(seconds, zone).format('YYYY-MM-DD HH:mm');
}

/** Seconds for a time that was typed as of a zone; undefined for what is no date. */
export function parseWallTime(text: string, zone: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/.exec(text.trim());
  if (!match) return undefined;
  const clock = dayjs.utc(`${match[1]}T${match[2]}${match[3] ?? ':00'}`);
  // A 31st of February would otherwise become a day in March.
  const isDate = clock.isValid() && clock.format('YYYY-MM-DD') === match[1];
  return isDate ? fromWallClock(clock, zone) : undefined;
}

/** Whether the browser knows a zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
