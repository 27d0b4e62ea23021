import { formatTime, parseTime } from '../format/format-time.ts';

/**
 * Returns the time of a filter field in seconds: 0 (not set) if it was emptied, the previous value if it was
 * not touched, undefined if it is invalid.
 */
export function parseTimeFilter(input: {
  typed: string;
  /** The time that the field showed initially. */
  shown: number;
  /** The time in the query: 0 if `shown` is only the default. */
  chosen: number;
}): number | undefined {
  if (input.typed.trim() === '') return 0;
  return input.typed === formatTime(input.shown) ? input.chosen : parseTime(input.typed);
}
