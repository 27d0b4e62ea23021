import { QUARTER, STATS_SPANS, type StatsSpan } from './usage-stats.ts';

/** Seconds since 1970, whole quarters of an hour; the end is not part of it. */
export interface QuarterRange {
  from: number;
  to: number;
  /** True where nothing is later than the end: the day and week that it lies in may be counted whole. */
  isLatest?: boolean;
}

/** Rows of one span that a range is made of. */
export interface StatsPart {
  from: number;
  to: number;
  span: StatsSpan;
  /** -1 for what the longer spans beside it have too much of. */
  sign: 1 | -1;
  /** True where no rows are expected, as they would be later than now. */
  isEmpty?: boolean;
}

/** One way from an end of a range to the beginning of a day or a week: what lies between, and how many rows that is. */
interface Way {
  at: number;
  between: readonly StatsPart[];
  rows: number;
}

const floor = (at: number, span: number) => at - (at % span);
const ceil = (at: number, span: number) => floor(at + span - 1, span);

/**
 * The rows that the sums of a range are made of, the fewest: whole weeks, at both ends days that are added to
 * them or taken away from a week that is nearly whole, and quarters beside those days in the same way.
 */
export function cutStatsRange(range: QuarterRange): StatsPart[] {
  let best: StatsPart[] = [];
  let fewest = Infinity;
  let ends = { starts: [still(range.from)], ends: [still(range.to)] };
  for (const span of STATS_SPANS) {
    if (span !== QUARTER) ends = longer(ends, span, range.isLatest === true);
    for (const start of ends.starts)
      for (const end of ends.ends) {
        const rows = start.rows + end.rows + (end.at - start.at) / span;
        if (start.at >= end.at || rows >= fewest) continue;
        fewest = rows;
        const whole = { span, from: start.at, to: end.at, sign: 1 } as const;
        best = [whole, ...start.between, ...end.between];
      }
  }
  return best.filter((part) => part.from < part.to);
}

const still = (at: number): Way => ({ at, between: [], rows: 0 });

/** The ways on to where a longer span begins, before and after where others came. */
function longer(
  { starts, ends }: { starts: Way[]; ends: Way[] },
  span: StatsSpan,
  isLatest: boolean,
): { starts: Way[]; ends: Way[] } {
  const before = (STATS_SPANS[STATS_SPANS.indexOf(span) - 1] ?? QUARTER) as StatsSpan;
  const go = (way: Way, at: number, sign: 1 | -1, isEmpty: boolean): Way => {
    const part = { span: before, from: Math.min(way.at, at), to: Math.max(way.at, at), sign };
    const rows = isEmpty ? 0 : (part.to - part.from) / before;
    const between = [...way.between, isEmpty ? { ...part, isEmpty } : part];
    return { at, between, rows: way.rows + rows };
  };
  return {
    starts: starts.flatMap((way) => [
      go(way, ceil(way.at, span), 1, false),
      go(way, floor(way.at, span), -1, false),
    ]),
    ends: ends.flatMap((way) => [
      go(way, floor(way.at, span), 1, false),
      go(way, ceil(way.at, span), -1, isLatest),
    ]),
  };
}

/** The same of rows that are only added, for what has no sums: the longest spans first, as they tell the most. */
export function coverStatsRange({ from, to, isLatest = false }: QuarterRange): CoverPart[] {
  return cover({ from, to, isLatest }, STATS_SPANS.length - 1);
}

type CoverPart = Omit<StatsPart, 'sign' | 'isEmpty'>;

function cover({ from, to, isLatest }: Required<QuarterRange>, level: number): CoverPart[] {
  const span = STATS_SPANS[level];
  if (span === undefined || from >= to) return [];
  const first = ceil(from, span);
  const last = isLatest ? ceil(to, span) : floor(to, span);
  if (first >= last) return cover({ from, to, isLatest }, level - 1);
  return [
    { span, from: first, to: last },
    ...cover({ from, to: first, isLatest: false }, level - 1),
    ...cover({ from: last, to, isLatest: false }, level - 1),
  ];
}
