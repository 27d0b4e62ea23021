/** The log entry of a hedged call. Times in milliseconds. */
export interface HedgeRecord {
  rule: number;
  /** The delay before the second request, and the measured p95 it is based on. */
  after_ms: number;
  p95_ms: number;
  first: number;
  second: number;
  /** The channel that served the call; absent if both failed. */
  won?: number;
  /** Estimated cost of the cancelled request, in quota at list price. */
  cancelled_cost?: number;
}
