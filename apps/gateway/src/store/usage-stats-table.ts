/**
 * What calls are counted by. `user_model`: a user's id and a model, separated by a line break. `served`: a
 * model again, where `failed` counts only failures that were not the caller's fault; recorded since 0.2.0.
 */
export type UsageScope =
  | 'all'
  | 'model'
  | 'channel'
  | 'user'
  | 'key'
  | 'group'
  | 'user_model'
  | 'served';

/**
 * Sums of calls in a quarter of an hour, a day or a week (UTC): each call is in three rows of every scope,
 * whether it left a log row or not. Quarters, because all time zone offsets are multiples of one. Rows stay
 * when the log is deleted.
 */
export interface UsageStatsTable {
  scope: UsageScope;
  /** Seconds: one of `STATS_SPANS`. */
  span: number;
  /** '' in the scope `all`; otherwise a name or an id. */
  key: string;
  /** Seconds since 1970. */
  start: number;
  /** Calls that were answered. */
  calls: number;
  /** Calls that failed or were refused; they cost nothing. */
  failed: number;
  /** Charges, before refunds. */
  quota: number;
  /** What was refunded in this period, whenever it was charged. */
  refunded: number;
  prompt_tokens: number;
  completion_tokens: number;
  /**
   * Histograms in milliseconds: to the first token of streams, and the total of answered calls; see
   * `latency-histogram.ts`.
   */
  first_token: string;
  total: string;
}
