import type { Generated } from 'kysely';

export type TaskPlatform = 'mj' | 'suno';

/**
 * Tasks of upstreams that take time, such as images and music. Who pays is fixed at submission, for the
 * refund. `submit_time`, `start_time`, `finish_time` and `next_check_at` are in milliseconds.
 */
export interface TasksTable {
  id: Generated<number>;
  platform: TaskPlatform;
  /** Our id, the only one that callers see; unguessable. */
  task_id: string;
  /** The upstream's id; '' until it accepted the task. */
  upstream_id: Generated<string>;
  user_id: number;
  username: string;
  token_id: number;
  token_name: string;
  /** 1 if the key had its own limit, which was charged too. */
  token_limited: number;
  group: string;
  /** The model that it is priced as. */
  model_name: string;
  /** The submission's request id, under which the log has the charge. */
  request_id: string;
  channel_id: Generated<number>;
  /** Fingerprint of the channel key under which the upstream has it. */
  channel_key: Generated<string>;
  action: string;
  /** Drawing: the upstream's response code to the submission; 0 for none yet. */
  code: Generated<number>;
  /** '' while it is being submitted. */
  status: Generated<string>;
  progress: Generated<string>;
  fail_reason: Generated<string>;
  /** Its price. */
  quota: number;
  /** `open`: the charge is not yet recorded as durable; see ADR 20. */
  charge: Generated<'open' | 'charged' | 'refunded' | 'none'>;
  created_at: number;
  submit_time: number;
  start_time: Generated<number>;
  /** 0 until it is finished, which happens once. */
  finish_time: Generated<number>;
  /** The owner's webhook for it; '' for none. */
  notify_hook: Generated<string>;
  /** The upstream's description of it, as JSON. */
  data: Generated<string>;
  /** When it is checked next; null if it no longer is. */
  next_check_at: number | null;
}
