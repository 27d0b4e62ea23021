/** What the log of a hedged call tells. Times in milliseconds. */
export interface HedgeNote {
  rule: number;
  /** After how long the second request was sent, and the measured p95 behind it. */
  after_ms: number;
  p95_ms: number;
  first: number;
  second: number;
  /** The channel that answered; absent where both failed. */
  won?: number;
  /** Estimated cost of the request that was cancelled, quota at list price. */
  cancelled_cost?: number;
}
