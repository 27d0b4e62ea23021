import type { UsageFigures, UsageMeasure } from '@tollgate/contract';
import { type LatencyHistogram, percentileOf } from '../../store/latency-histogram.ts';
import type { UsageCounts } from '../../store/usage-stats-parts.ts';
import type { Latencies } from '../../store/usage-stats-repository.ts';

const NOTHING: UsageCounts = {
  calls: 0,
  failed: 0,
  quota: 0,
  refunded: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
};

/** Converts counts and latencies to the figures shown. */
export function toFigures(counts: UsageCounts = NOTHING, latencies?: Latencies): UsageFigures {
  const { calls, failed, quota, refunded, prompt_tokens, completion_tokens } = counts;
  const percentile = (histogram: LatencyHistogram | undefined, share: number) =>
    (histogram && percentileOf(histogram, share)) ?? null;
  return {
    spend: quota - refunded,
    refunded,
    calls: calls + failed,
    failed,
    prompt_tokens,
    completion_tokens,
    first_token_p50: percentile(latencies?.firstToken, 0.5),
    first_token_p95: percentile(latencies?.firstToken, 0.95),
    total_p50: percentile(latencies?.total, 0.5),
    total_p95: percentile(latencies?.total, 0.95),
  };
}

/** Returns the value of a measure from counts. */
export function measureOf(
  { calls, failed, quota, refunded, prompt_tokens, completion_tokens }: UsageCounts,
  measure: UsageMeasure,
): number {
  if (measure === 'spend') return quota - refunded;
  if (measure === 'calls') return calls + failed;
  return measure === 'failed' ? failed : prompt_tokens + completion_tokens;
}

/** Subtracts some counts from all. */
export function subtractCounts(all: UsageCounts, parts: readonly UsageCounts[]): UsageCounts {
  const names = Object.keys(NOTHING) as (keyof UsageCounts)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      parts.reduce((remaining, part) => remaining - part[name], all[name]),
    ]),
  ) as unknown as UsageCounts;
}
