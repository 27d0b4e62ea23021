import {
  OWN_USAGE_DIMENSIONS,
  USAGE_DIMENSIONS,
  type UsageDimension,
  type UsageMeasure,
  type UsagePiece,
  type UsageReport,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import type { QuarterRange } from '../../store/split-stats-range.ts';
import { findFirstQuarter } from '../../store/expire-usage-stats.ts';
import { readIncome } from '../../store/income-repository.ts';
import { QUARTER, STATS_DAY } from '../../store/usage-stats.ts';
import { countUsageKeys, rankUsage, type UsageRank } from '../../store/rank-usage.ts';
import type { UsageCounts } from '../../store/usage-stats-parts.ts';
import {
  readLatencies,
  readUsagePieces,
  readUsageTimeline,
  sumTimedUsage,
  sumTimeline,
} from '../../store/usage-stats-repository.ts';
import type { Domain } from '../domain.ts';
import { knownZone } from '../log/zoned-time.ts';
import { chooseInterval, splitIntoIntervals } from './split-into-intervals.ts';
import { type CountedUsage, countedUsage, nameKeys } from './usage-scope.ts';
import { measureOf, subtractCounts, toFigures } from './usage-figures.ts';

export type UsageReportContext = Pick<Domain, 'store' | 'wallet' | 'options' | 'clock' | 'catalog'>;

export interface UsageReportQuery {
  start: number;
  end: number;
  before_start: number;
  before_end: number;
  time_zone: string;
  piece: UsagePiece | '';
  measure: UsageMeasure;
  by: UsageDimension;
  limit: number;
}

/** Maximum number of series that a chart has colors for. */
const CHART_ROWS = 8;
const RANGE_MAX = 366 * STATS_DAY;
const RANKS: Readonly<Record<UsageMeasure, UsageRank>> = {
  spend: 'quota',
  calls: 'calls',
  tokens: 'tokens',
  failed: 'failed',
};

/** The scope of a report, in whole quarter-hours. */
export interface ReportFrame {
  range: QuarterRange;
  /** The range compared with: complete, and the part corresponding to the elapsed part of this one. */
  before: QuarterRange | undefined;
  comparableBefore: QuarterRange | undefined;
  piece: UsagePiece;
  zone: string;
  edges: number[];
}

/**
 * Reports the calls of a range, of everybody or (with an id) of one user. Figures are exact sums over
 * `usage_stats`; percentiles are estimated from histograms whose buckets are 19% wide (ADR 44).
 */
export async function readUsageReport(
  domain: UsageReportContext,
  query: UsageReportQuery,
  { userId, isAdmin }: { userId: number | undefined; isAdmin: boolean },
): Promise<UsageReport> {
  if (!domain.options.boolean('DataExportEnabled')) throw new AppError('dashboard_disabled');
  await domain.wallet.flush();
  const since = await findFirstQuarter(domain.store.reader);
  const frame = frameOf(query, { now: nowSeconds(domain.clock), since });
  const counted = await countedUsage(domain, query.by, userId);
  const isWhole = isAdmin && userId === undefined;
  const dimensions = isWhole ? USAGE_DIMENSIONS : OWN_USAGE_DIMENSIONS;
  const [timeline, breakdown, counts, revenue] = await Promise.all([
    readTimeline(domain, frame, { counted, measure: query.measure }),
    readBreakdown(domain, frame, { counted, query, isAdmin }),
    countParts(domain, frame, { userId, of: dimensions.filter((by) => by !== counted.by) }),
    isWhole ? readRevenue(domain, frame) : null,
  ]);
  const { all, ...timelineFigures } = timeline;
  const { parts, charted, ...rows } = breakdown;
  return {
    piece: frame.piece,
    time_zone: frame.zone,
    read_at: nowSeconds(domain.clock),
    edges: frame.edges,
    ...timelineFigures,
    revenue,
    by: counted.by,
    counts: Object.fromEntries(
      dimensions.map((by) => [by, by === counted.by ? rows.count : counts[by]]),
    ),
    ...rows,
    other: toFigures(subtractCounts(all.total, parts)),
    other_values: all.values.map((value, index) =>
      charted.reduce((rest, values) => rest - (values[index] ?? 0), value),
    ),
  };
}

/**
 * Converts a query to whole quarter-hours, within the longest range of a report and the recorded period (from
 * `since`, Unix seconds).
 */
export function frameOf(
  query: UsageReportQuery,
  { now, since }: { now: number; since: number },
): ReportFrame {
  const end = query.end || now;
  const start = query.start || end - STATS_DAY;
  const to = Math.ceil((end + 1) / QUARTER) * QUARTER;
  const requestedStart = Math.max(floorToQuarter(start), since);
  const from = Math.max(Math.min(requestedStart, to - QUARTER), to - RANGE_MAX);
  const range = { from, to, isLatest: to > now };
  const zone = knownZone(query.time_zone);
  const piece = chooseInterval(to - from, query.piece);
  const edges = splitIntoIntervals(range, piece, zone);
  const compared = beforeOf(query);
  // A range that is only partly recorded is no basis for comparison.
  const before = compared && compared.from >= since ? compared : undefined;
  // An incomplete day is compared with the same part of the other.
  const soFar = Math.min(to, Math.ceil((now + 1) / QUARTER) * QUARTER) - from;
  const comparableBefore = before && {
    from: before.from,
    to: Math.min(before.to, before.from + Math.max(0, soFar)),
  };
  return {
    range,
    before,
    comparableBefore: soFar < to - from ? comparableBefore : before,
    piece,
    zone,
    edges,
  };
}

function beforeOf({ before_start: start, before_end: end }: UsageReportQuery) {
  if (start === 0 || end <= start) return undefined;
  const to = Math.ceil((end + 1) / QUARTER) * QUARTER;
  return { from: Math.max(floorToQuarter(start), to - RANGE_MAX), to };
}

const floorToQuarter = (at: number) => at - (at % QUARTER);

/** Reads the range in total and piece by piece, with the range compared with. */
async function readTimeline(
  { store: { reader } }: UsageReportContext,
  { before, comparableBefore, piece, zone, edges }: ReportFrame,
  { counted: { total: whole }, measure }: { counted: CountedUsage; measure: UsageMeasure },
) {
  const beforeEdges = before ? splitIntoIntervals(before, piece, zone) : [];
  const [pieces, beforeTotal, beforePieces] = await Promise.all([
    readUsageTimeline(reader, whole, edges),
    comparableBefore && sumTimedUsage(reader, whole, comparableBefore),
    readUsagePieces(reader, whole, beforeEdges),
  ]);
  const total = sumTimeline(pieces);
  const beforeByPiece = new Map(beforePieces.map((counts) => [counts.piece, counts]));
  const count = edges.length - 1;
  return {
    all: { total, values: valuesOf(pieces, count, measure) },
    totals: toFigures(total, total.latencies),
    before: beforeTotal ? toFigures(beforeTotal, beforeTotal.latencies) : null,
    pieces: Array.from({ length: count }, (_, index) => {
      const counts = pieces.get(index);
      return toFigures(counts, counts?.latencies);
    }),
    before_values: before ? valuesOf(beforeByPiece, count, measure) : [],
    before_pieces: before
      ? Array.from({ length: count }, (_, index) => toFigures(beforeByPiece.get(index)))
      : [],
  };
}

function valuesOf(pieces: ReadonlyMap<number, UsageCounts>, count: number, measure: UsageMeasure) {
  return Array.from({ length: count }, (_, index) => {
    const counts = pieces.get(index);
    return counts ? measureOf(counts, measure) : 0;
  });
}

/** Reads the highest keys with their earlier figures, the first of them piece by piece. */
async function readBreakdown(
  domain: UsageReportContext,
  { range, comparableBefore, edges }: ReportFrame,
  {
    counted: { parts, by },
    query: { measure, limit },
    isAdmin,
  }: { counted: CountedUsage; query: UsageReportQuery; isAdmin: boolean },
) {
  const { reader } = domain.store;
  const ranked = await rankUsage(reader, parts, { range, by: RANKS[measure], limit });
  const keys = ranked.rows.map(({ key }) => key);
  const listed = { scope: parts.scope, keys };
  const charted = { scope: parts.scope, keys: keys.slice(0, CHART_ROWS) };
  const count = edges.length - 1;
  const [latencies, before, pieces, names] = await Promise.all([
    readLatencies(reader, listed, range),
    comparableBefore && rankUsage(reader, listed, { range: comparableBefore, by: 'quota', limit }),
    readUsagePieces(reader, charted, edges),
    nameKeys(domain, by, keys, isAdmin),
  ]);
  const beforeByKey = new Map(before?.rows.map((row) => [row.key, row]));
  const piecesOf = (key: string) =>
    new Map(pieces.filter((row) => row.key === key).map((row) => [row.piece, row]));
  const rows = ranked.rows.map((row, index) => ({
    ...(names[index] ?? { key: row.key, name: row.key, owner: '', is_team: false }),
    figures: toFigures(row, latencies.get(row.key)),
    before: before ? toFigures(beforeByKey.get(row.key)) : null,
    values: index < CHART_ROWS ? valuesOf(piecesOf(row.key), count, measure) : [],
  }));
  return {
    count: ranked.count,
    rows,
    parts: ranked.rows,
    charted: rows.slice(0, CHART_ROWS).map(({ values }) => values),
  };
}

/** Counts the models, channels, … that have calls in the range. */
async function countParts(
  domain: UsageReportContext,
  { range }: ReportFrame,
  { userId, of }: { userId: number | undefined; of: readonly UsageDimension[] },
): Promise<UsageReport['counts']> {
  const counts = of.map(async (by) => {
    const { parts } = await countedUsage(domain, by, userId);
    return [by, await countUsageKeys(domain.store.reader, parts, range)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

async function readRevenue(
  { store: { reader } }: UsageReportContext,
  { edges, before: whole, comparableBefore, piece, zone }: ReportFrame,
) {
  const [values, before, beforeValues] = await Promise.all([
    readIncome(reader, edges),
    comparableBefore && readIncome(reader, [comparableBefore.from, comparableBefore.to]),
    whole ? readIncome(reader, splitIntoIntervals(whole, piece, zone)) : [],
  ]);
  const sum = (all: readonly number[]) => all.reduce((total, value) => total + value, 0);
  return {
    total: sum(values),
    before: before ? sum(before) : null,
    values,
    // Truncated to the number of pieces, in case the clock changed in one of the two ranges.
    before_values: beforeValues.slice(0, values.length),
  };
}
