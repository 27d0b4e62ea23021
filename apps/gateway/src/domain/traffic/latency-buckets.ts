/** Each bucket ends a tenth higher than the previous one, so a percentile is off by at most 5 percent. */
const GROWTH = Math.log(1.1);
/** The last bucket, about an hour and a half. */
const BUCKETS_MAX = 164;

/** Returns the bucket of a time in milliseconds. Buckets of several nodes and hours can be added. */
export function bucketOf(ms: number): number {
  if (!(ms > 1)) return 0;
  return Math.min(BUCKETS_MAX, Math.ceil(Math.log(ms) / GROWTH));
}

/** Returns the middle of a bucket, in milliseconds. */
function middleOf(bucket: number): number {
  return bucket === 0 ? 1 : Math.round(Math.exp((bucket - 0.5) * GROWTH));
}

/** Returns a percentile (0 to 1) of counted buckets, in milliseconds; null if nothing was counted. */
export function percentileOf(buckets: ReadonlyMap<number, number>, part: number): number | null {
  let total = 0;
  for (const count of buckets.values()) total += count;
  if (total === 0) return null;
  let remaining = Math.ceil(total * part);
  for (const bucket of [...buckets.keys()].sort((left, right) => left - right)) {
    remaining -= buckets.get(bucket) ?? 0;
    if (remaining <= 0) return middleOf(bucket);
  }
  return null;
}
