import { unixSeconds } from '../../server-clock.ts';

/** Start and end of a window in seconds; 0 if not set. */
export interface TimeWindow {
  start_timestamp: number;
  end_timestamp: number;
}

/**
 * Returns the window of a list: what was set, or else from `begin` to one hour ahead. It only moves by whole
 * minutes, so that the same view sends the same query.
 */
export function timeWindow(
  { start_timestamp, end_timestamp }: TimeWindow,
  begin: (now: number) => number,
  clock = unixSeconds(),
): TimeWindow {
  const now = clock - (clock % 60);
  return {
    start_timestamp: start_timestamp || begin(now),
    end_timestamp: end_timestamp || now + 3600,
  };
}
