import { QUARTER, STATS_DAY } from './usage-stats.ts';

/** Seconds since 1970, whole quarters of an hour; the end is not part of it. */
export interface QuarterRange {
  from: number;
  to: number;
  /** True where nothing is later than the end: the day that it lies in may be counted whole. */
  isLatest?: boolean;
}

/** Rows of one span that a range is made of. */
export interface StatsPart {
  from: number;
  to: number;
  span: number;
  /** -1 for what the days beside it have too much of. */
  sign: 1 | -1;
  /** True where no rows are expected, as they would be later than now. */
  isEmpty?: boolean;
}

/** Where the whole days of a range begin or end, what that leaves to quarters, and how much that is to read. */
interface Edge {
  day: number;
  rest: StatsPart;
  seconds: number;
}

/**
 * The rows that the sums of a range are made of, the fewest: whole days (UTC), and at both ends quarters that
 * are added to them, or taken away from a day that is nearly whole.
 */
export function cutStatsRange({ from, to, isLatest = false }: QuarterRange): StatsPart[] {
  const floor = (at: number) => at - (at % STATS_DAY);
  const ceil = (at: number) => floor(at + STATS_DAY - 1);
  const edge = (day: number, sign: 1 | -1, begin: number, end: number): Edge => ({
    day,
    rest: { span: QUARTER, from: begin, to: end, sign },
    seconds: end - begin,
  });
  const starts = [edge(ceil(from), 1, from, ceil(from)), edge(floor(from), -1, floor(from), from)];
  const after = edge(ceil(to), -1, to, ceil(to));
  const nothing = { ...after, rest: { ...after.rest, isEmpty: true }, seconds: 0 };
  const ends = [edge(floor(to), 1, floor(to), to), isLatest ? nothing : after];
  let best: StatsPart[] = [{ span: QUARTER, from, to, sign: 1 }];
  let least = to - from;
  for (const start of starts)
    for (const end of ends) {
      const seconds = start.seconds + end.seconds;
      if (start.day >= end.day || seconds >= least) continue;
      least = seconds;
      best = [{ span: STATS_DAY, from: start.day, to: end.day, sign: 1 }, start.rest, end.rest];
    }
  return best.filter((part) => part.from < part.to);
}

/** The same of rows that are only added, for what has no sums: days first, as they tell the most. */
export function coverStatsRange({ from, to, isLatest = false }: QuarterRange): QuarterPart[] {
  const firstDay = Math.ceil(from / STATS_DAY) * STATS_DAY;
  const lastDay = (isLatest ? Math.ceil(to / STATS_DAY) : Math.floor(to / STATS_DAY)) * STATS_DAY;
  if (firstDay >= lastDay) return [{ span: QUARTER, from, to }];
  return [
    { span: STATS_DAY, from: firstDay, to: lastDay },
    { span: QUARTER, from, to: firstDay },
    { span: QUARTER, from: lastDay, to },
  ].filter((part) => part.from < part.to);
}

type QuarterPart = Omit<StatsPart, 'sign' | 'isEmpty'>;
