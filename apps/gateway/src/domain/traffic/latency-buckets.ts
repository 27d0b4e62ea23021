/** Each bucket ends a tenth beyond the one before: a percentile errs by at most 5 per cent. */
const GROWTH = Math.log(1.1);
/** An hour and a half. */
const BUCKETS_MAX = 164;

/** The bucket of a time in milliseconds. Buckets of several nodes and hours add up. */
export function bucketOf(ms: number): number {
  if (!(ms > 1)) return 0;
  return Math.min(BUCKETS_MAX, Math.ceil(Math.log(ms) / GROWTH));
}

/** The middle of a bucket, milliseconds. */
function middleOf(bucket: number): number {
  return bucket === 0 ? 1 : Math.round(Math.exp((bucket - 0.5) * GROWTH));
}

/** A percentile (0 to 1) of counted buckets, in milliseconds; null where nothing was counted. */
export function percentileOf(buckets: ReadonlyMap<number, number>, part: number): number | null {
  let total = 0;
  for (const count of buckets.values()) total += count;
  if (total === 0) return null;
  let left = Math.ceil(total * part);
  for (const bucket of [...buckets.keys()].sort((one, other) => one - other)) {
    left -= buckets.get(bucket) ?? 0;
    if (left <= 0) return middleOf(bucket);
  }
  return null;
}
