import { QUARTER, STATS_SPANS, type StatsSpan } from './usage-stats.ts';

/** Whole quarters of an hour, in Unix seconds; the end is exclusive. */
export interface QuarterRange {
  from: number;
  to: number;
  /** True if there are no rows after the end: the day and week that contain it may be counted whole. */
  isLatest?: boolean;
}

/** Rows of one span that make up part of a range. */
export interface StatsPart {
  from: number;
  to: number;
  span: StatsSpan;
  /** -1 for rows to subtract because an adjacent longer span includes them. */
  sign: 1 | -1;
  /** True if no rows are expected because they would be in the future. */
  isEmpty?: boolean;
}

/**
 * One way from an end of a range to the boundary of a day or week: the parts in between, and how many rows
 * those are.
 */
interface Way {
  at: number;
  between: readonly StatsPart[];
  rows: number;
}

const floor = (at: number, span: number) => at - (at % span);
const ceil = (at: number, span: number) => floor(at + span - 1, span);

/**
 * Returns the smallest set of rows whose sums make up a range: whole weeks, with days at both ends added to
 * them or subtracted from a nearly whole week, and quarters next to those days likewise.
 */
export function splitStatsRange(range: QuarterRange): StatsPart[] {
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
        const middle = { span, from: start.at, to: end.at, sign: 1 } as const;
        best = [middle, ...start.between, ...end.between];
      }
  }
  return best.filter((part) => part.from < part.to);
}

const still = (at: number): Way => ({ at, between: [], rows: 0 });

/** Extends each way to the previous and the next boundary of a longer span. */
function longer(
  { starts, ends }: { starts: Way[]; ends: Way[] },
  span: StatsSpan,
  isLatest: boolean,
): { starts: Way[]; ends: Way[] } {
  const before = (STATS_SPANS[STATS_SPANS.indexOf(span) - 1] ?? QUARTER) as StatsSpan;
  const go = (path: Way, at: number, sign: 1 | -1, isEmpty: boolean): Way => {
    const part = { span: before, from: Math.min(path.at, at), to: Math.max(path.at, at), sign };
    const rows = isEmpty ? 0 : (part.to - part.from) / before;
    const between = [...path.between, isEmpty ? { ...part, isEmpty } : part];
    return { at, between, rows: path.rows + rows };
  };
  return {
    starts: starts.flatMap((path) => [
      go(path, ceil(path.at, span), 1, false),
      go(path, floor(path.at, span), -1, false),
    ]),
    ends: ends.flatMap((path) => [
      go(path, floor(path.at, span), 1, false),
      go(path, ceil(path.at, span), -1, isLatest),
    ]),
  };
}

/**
 * Covers a range by rows that are only added, for values that cannot be subtracted: the longest spans first,
 * as they contain the most.
 */
export function coverStatsRange({ from, to, isLatest = false }: QuarterRange): CoverPart[] {
  return cover({ from, to, isLatest }, STATS_SPANS.length - 1);
}

/** Rows of one span that are only added. */
export type CoverPart = Omit<StatsPart, 'sign' | 'isEmpty'>;

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
