import { formatTime, parseTime } from '../format/format-time.ts';

/**
 * What a time field of the filters asks for, in seconds: 0 (not chosen) when it was emptied, what
 * was asked for before when it was not touched, undefined when it holds no time.
 */
export function parseTimeFilter(input: {
  typed: string;
  /** The time that the field showed at first. */
  shown: number;
  /** What the query asked for: 0 where `shown` is only the default. */
  chosen: number;
}): number | undefined {
  if (input.typed.trim() === '') return 0;
  return input.typed === formatTime(input.shown) ? input.chosen : parseTime(input.typed);
}
