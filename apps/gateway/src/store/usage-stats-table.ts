/**
 * What calls are counted by. `user_model`: the id of a user and a model, parted by a line break. `served`: a
 * model again, where `failed` counts only calls that failed by no fault of their caller; recorded since 0.2.0.
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
 * What the calls of a quarter of an hour, a day or a week (UTC) come to: each call is in three rows of every
 * scope, whether it left a log row or not. Quarters, as the offsets of all time zones are whole ones.
 * Rows stay when the log is deleted.
 */
export interface UsageStatsTable {
  scope: UsageScope;
  /** Seconds: one of `STATS_SPANS`. */
  span: number;
  /** '' in the scope `all`; else a name or an id. */
  key: string;
  /** Seconds since 1970. */
  start: number;
  /** Calls that were answered. */
  calls: number;
  /** Calls that failed or were refused; they cost nothing. */
  failed: number;
  /** Charges, before refunds. */
  quota: number;
  /** What was refunded in this time, whenever it was charged. */
  refunded: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** Milliseconds to the first token of streams, and of answered calls as a whole: see `latency-histogram.ts`. */
  first_token: string;
  total: string;
}
