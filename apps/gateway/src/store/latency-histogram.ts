/**
 * Counts of durations in buckets of a fixed logarithmic scale: bucket n holds the milliseconds from 2^(n/4)
 * up to 2^((n+1)/4), so each is 19% wider than the one before. As the scale never changes, histograms of
 * different hours, keys and nodes can be added.
 */
export type LatencyHistogram = Map<number, number>;

const ZERO = '0'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const STEPS_PER_DOUBLING = 4;
/** Just over four hours: nothing that is measured takes longer. */
const LAST_BUCKET = 95;

/** Counts a duration in milliseconds. */
export function countLatency(histogram: LatencyHistogram, ms: number): void {
  const bucket =
    ms <= 1 ? 0 : Math.min(LAST_BUCKET, Math.floor(Math.log2(ms) * STEPS_PER_DOUBLING));
  histogram.set(bucket, (histogram.get(bucket) ?? 0) + 1);
}

/** Adds all counts of one histogram to another. */
export function addLatencies(sum: LatencyHistogram, added: LatencyHistogram): void {
  for (const [bucket, count] of added) sum.set(bucket, (sum.get(bucket) ?? 0) + count);
}

/** Serializes a histogram: `28:3,31:1`, buckets in order; '' if it is empty. */
export function writeLatencies(histogram: LatencyHistogram): string {
  if (histogram.size === 0) return '';
  return [...histogram]
    .sort(([left], [right]) => left - right)
    .map(([bucket, count]) => `${bucket}:${count}`)
    .join(',');
}

/**
 * Adds a stored histogram to another, or subtracts it (-1). Reads digit by digit: a dashboard adds thousands
 * of them, and splitting the text took four times as long.
 */
export function addStoredLatencies(sum: LatencyHistogram, stored: string, sign = 1): void {
  let at = 0;
  const readNumber = (end: number): number => {
    let number = 0;
    for (; at < stored.length; at += 1) {
      const code = stored.charCodeAt(at);
      if (code === end) break;
      number = number * 10 + code - ZERO;
    }
    at += 1;
    return number;
  };
  while (at < stored.length) {
    const bucket = readNumber(COLON);
    sum.set(bucket, (sum.get(bucket) ?? 0) + sign * readNumber(COMMA));
  }
}

/** Returns the sum of two stored histograms; SQLite's function `merge_latencies`. */
export function mergeStoredLatencies(left: string, right: string): string {
  if (left === '' || right === '') return left + right;
  const sum: LatencyHistogram = new Map();
  addStoredLatencies(sum, left);
  addStoredLatencies(sum, right);
  return writeLatencies(sum);
}

/**
 * Estimates a percentile (a share of 0.95 is p95) in milliseconds: accurate to the width of a bucket (19%)
 * and usually much closer, as durations are assumed to be spread evenly within it. Undefined for an empty
 * histogram.
 */
export function percentileOf(histogram: LatencyHistogram, share: number): number | undefined {
  let total = 0;
  for (const count of histogram.values()) total += count;
  if (total === 0) return undefined;
  const rank = share * total;
  let below = 0;
  for (const [bucket, count] of [...histogram].sort(([left], [right]) => left - right)) {
    if (below + count >= rank) {
      const inside = (rank - below) / count;
      return Math.round(2 ** ((bucket + inside) / STEPS_PER_DOUBLING));
    }
    below += count;
  }
  return undefined;
}
