import type { Generated } from 'kysely';

export type TaskPlatform = 'mj' | 'suno';

/**
 * Pictures and music that upstreams make over time. Who pays is kept as it was at the submit, for
 * the refund. `submit_time`, `start_time`, `finish_time` and `next_check_at` are milliseconds.
 */
export interface TasksTable {
  id: Generated<number>;
  platform: TaskPlatform;
  /** Our name of the task, the only one that callers know; unguessable. */
  task_id: string;
  /** The upstream's name of it; '' until it took the task. */
  upstream_id: Generated<string>;
  user_id: number;
  username: string;
  token_id: number;
  token_name: string;
  /** 1 where the key had a limit of its own, which paid too. */
  token_limited: number;
  group: string;
  /** What it is priced by. */
  model_name: string;
  /** Of the submit; the charge stands in the log under it. */
  request_id: string;
  channel_id: Generated<number>;
  /** Fingerprint of the key of the channel that the upstream knows it by. */
  channel_key: Generated<string>;
  action: string;
  /** Drawing: what the upstream answered to the submit; 0 for nothing yet. */
  code: Generated<number>;
  /** '' while it is being submitted. */
  status: Generated<string>;
  progress: Generated<string>;
  fail_reason: Generated<string>;
  /** Its price. */
  quota: number;
  /** `open`: nobody has noted yet that the charge is durable; see ADR 20. */
  charge: Generated<'open' | 'charged' | 'refunded' | 'none'>;
  created_at: number;
  submit_time: number;
  start_time: Generated<number>;
  /** 0 until it is finished, which it is once. */
  finish_time: Generated<number>;
  /** Where its owner wants to hear of it; '' for nowhere. */
  notify_hook: Generated<string>;
  /** What the upstream says of it, as JSON. */
  data: Generated<string>;
  /** When it is looked at next; null when no more. */
  next_check_at: number | null;
}
