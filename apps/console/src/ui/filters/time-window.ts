import dayjs from 'dayjs';

/** The two ends of a window in seconds; 0 where nothing was chosen. */
export interface TimeWindow {
  start_timestamp: number;
  end_timestamp: number;
}

/**
 * The window of a list: what was chosen, else from `begin` to one hour ahead. It only moves by whole
 * minutes, so that the same view asks the same question.
 */
export function timeWindow(
  { start_timestamp, end_timestamp }: TimeWindow,
  begin: (now: number) => number,
  clock = dayjs().unix(),
): TimeWindow {
  const now = clock - (clock % 60);
  return {
    start_timestamp: start_timestamp || begin(now),
    end_timestamp: end_timestamp || now + 3600,
  };
}
