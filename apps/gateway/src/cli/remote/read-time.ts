import { CommandError } from '../command.ts';
import type { RemoteCall } from './remote-command.ts';

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/**
 * Parses a time into Unix seconds: relative to now (`30m`, `2h`, `7d`), in the past for `since` and in the
 * future for `expires`, or a date with or without time. 0 if none is given.
 */
export function readTime(
  { optionValue, t }: RemoteCall,
  option: 'since' | 'expires',
  now: number = Math.floor(Date.now() / 1000),
): number {
  const text = optionValue(option);
  if (text === '') return 0;
  const time = relativeTime(text, option === 'since' ? -1 : 1, now) ?? dateOf(text);
  if (time === undefined)
    throw new CommandError(t('failures.time', { option: `--${option}`, text }), 2);
  // The gateway accepts such a key, but nobody could ever use it.
  if (option === 'expires' && time <= now)
    throw new CommandError(t('failures.past', { option: `--${option}`, text }), 2);
  return time;
}

function relativeTime(text: string, direction: 1 | -1, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  return now + direction * Number(count) * SECONDS[unit as keyof typeof SECONDS];
}

/** A date alone is the start of that day in local time, not UTC. */
function dateOf(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:$|[T ]\d\d:\d\d)/.exec(text) ?? [];
  if (year === undefined) return undefined;
  // Date.parse takes 30 February for a day in March.
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const milliseconds = Date.parse(text.length === 10 ? `${text}T00:00` : text);
  if (Number(day) > daysInMonth || Number.isNaN(milliseconds) || milliseconds <= 0)
    return undefined;
  return Math.floor(milliseconds / 1000);
}
