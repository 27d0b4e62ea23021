import type { Generated } from 'kysely';

/**
 * Sums of similar calls in the log. Each call is in six of these: by hour and by day in the scopes `all` (key
 * ''), `token` (key: its name) and `user` (key: its id, with the names of its tokens). A call whose row is
 * deleted is subtracted.
 */
export interface LogSumsTable {
  scope: 'all' | 'token' | 'user';
  key: string;
  /** Seconds: 3600 or 86400. */
  span: number;
  start: number;
  /** '' except in the scope `user`. */
  token_name: string;
  model_name: string;
  channel_id: number;
  group: string;
  /** Calls that were answered. */
  calls: number;
  quota: number;
  /** Calls that failed; they cost nothing. */
  failed: Generated<number>;
}
