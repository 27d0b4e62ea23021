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
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) {
    const distance = Number(count) * SECONDS[unit as keyof typeof SECONDS];
    return option === 'since' ? now - distance : now + distance;
  }
  // A date alone is the start of that day in local time, not UTC.
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text);
  const milliseconds = isDate || isTime ? Date.parse(isDate ? `${text}T00:00` : text) : Number.NaN;
  if (Number.isNaN(milliseconds) || milliseconds <= 0)
    throw new CommandError(t('failures.time', { option: `--${option}`, text }), 2);
  return Math.floor(milliseconds / 1000);
}
