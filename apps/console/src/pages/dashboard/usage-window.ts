import type { UsageSpan } from '@tollgate/contract';
import dayjs from 'dayjs';

/** How many hours, days or weeks are shown at once. */
const PIECES: Readonly<Record<UsageSpan, number>> = { hour: 24, day: 30, week: 12 };

export interface UsageWindow {
  start_timestamp: number;
  end_timestamp: number;
  /** Seconds that this browser's clock is ahead of UTC. */
  utc_offset: number;
  /** The first second of each piece, oldest first. */
  pieces: number[];
}

/** The newest pieces of a span, or those `back` windows earlier; `moment` in seconds. */
export function usageWindow(span: UsageSpan, back: number, moment: number): UsageWindow {
  const now = dayjs.unix(moment);
  const begun = span === 'week' ? now.subtract(now.day(), 'day').startOf('day') : now.startOf(span);
  const count = PIECES[span];
  const last = begun.subtract(back * count, span);
  const pieces = Array.from({ length: count }, (_, index) =>
    last.subtract(count - 1 - index, span).unix(),
  );
  return {
    start_timestamp: pieces[0] as number,
    end_timestamp: last.add(1, span).unix() - 1,
    utc_offset: now.utcOffset() * 60,
    pieces,
  };
}
