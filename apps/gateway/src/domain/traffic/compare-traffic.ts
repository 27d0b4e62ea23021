import type { TrafficComparison, TrafficFigures, TrafficSide } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import {
  readTrafficFigures,
  type TrafficFiguresRow,
  type TrafficLatencyRow,
} from '../../store/traffic-repository.ts';
import type { Domain } from '../domain.ts';
import { percentileOf } from './latency-buckets.ts';
import { presentTrafficRule, readTrafficRule } from './traffic-administration.ts';

const HOUR = 3600;
const DAY = 86_400;
/** Longer periods are shown by day. */
const HOURLY_MAX = 48;
const SIDES: readonly TrafficSide[] = ['control', 'trial', 'first', 'second', 'cancelled'];

/**
 * Compares the figures of a rule's sides in the last hours. Throws an AppError if the rule does not exist.
 */
export async function compareTraffic(
  domain: Pick<Domain, 'clock' | 'store' | 'catalog' | 'traffic'>,
  id: number,
  hours: number,
): Promise<TrafficComparison> {
  const rule = await readTrafficRule(domain, id);
  await domain.traffic.figures.flush();
  const now = nowSeconds(domain.clock);
  const since = now - (now % HOUR) - (hours - 1) * HOUR;
  const stored = await readTrafficFigures(domain.store.db, id, since);
  const step = hours <= HOURLY_MAX ? HOUR : DAY;
  const starts = new Set(stored.figures.map(({ hour }) => hour - (hour % step)));
  return {
    rule: presentTrafficRule(domain, rule),
    total: sumSides(stored.figures, stored.latencies),
    series: [...starts]
      .sort((left, right) => left - right)
      .map((at) => {
        const isIn = ({ hour }: { hour: number }) => hour - (hour % step) === at;
        return {
          at,
          figures: sumSides(stored.figures.filter(isIn), stored.latencies.filter(isIn)),
        };
      }),
    step,
  };
}

function sumSides(
  figures: readonly TrafficFiguresRow[],
  latencies: readonly TrafficLatencyRow[],
): TrafficFigures[] {
  return SIDES.flatMap((side) => {
    const rows = figures.filter((row) => row.side === side);
    if (rows.length === 0) return [];
    const sum = (field: 'calls' | 'errors' | 'prompt_tokens' | 'completion_tokens' | 'cost') =>
      rows.reduce((total, row) => total + Number(row[field]), 0);
    const begin = bucketsOf(latencies, side, 'begin');
    const total = bucketsOf(latencies, side, 'total');
    return {
      side,
      calls: sum('calls'),
      errors: sum('errors'),
      prompt_tokens: sum('prompt_tokens'),
      completion_tokens: sum('completion_tokens'),
      cost: sum('cost'),
      begin_p50_ms: percentileOf(begin, 0.5),
      begin_p95_ms: percentileOf(begin, 0.95),
      total_p50_ms: percentileOf(total, 0.5),
      total_p95_ms: percentileOf(total, 0.95),
    };
  });
}

function bucketsOf(
  latencies: readonly TrafficLatencyRow[],
  side: TrafficSide,
  measure: TrafficLatencyRow['measure'],
): Map<number, number> {
  const buckets = new Map<number, number>();
  for (const row of latencies)
    if (row.side === side && row.measure === measure)
      buckets.set(row.bucket, (buckets.get(row.bucket) ?? 0) + Number(row.calls));
  return buckets;
}
