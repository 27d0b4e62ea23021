import type { Generated } from 'kysely';

/**
 * What the calls in the log that are alike come to: each call is in six of these, by hour and by
 * day of the scopes `all` (key ''), `token` (key: its name) and `user` (key: its id, with the names
 * of its tokens). A call whose row is deleted leaves them.
 */
export interface LogSumsTable {
  scope: 'all' | 'token' | 'user';
  key: string;
  /** Seconds: 3600 or 86400. */
  span: number;
  start: number;
  /** '' but in the scope `user`. */
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
