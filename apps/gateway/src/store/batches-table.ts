import type { Generated } from 'kysely';

/**
 * A batch of calls that a provider makes within a day. Who pays is kept as it was when the batch was
 * created. `hold` is what was taken off the balance for it, `charge` what of that it cost in the end;
 * quota units. Times are seconds but for `next_check_at`, which is milliseconds.
 */
export interface BatchesTable {
  id: Generated<number>;
  /** Our id, the only one that callers know; unguessable. */
  batch_id: string;
  /** The provider's id; '' until the provider has accepted the batch. */
  upstream_id: Generated<string>;
  user_id: number;
  username: string;
  token_id: number;
  token_name: string;
  /** 1 where the key had a limit of its own, which pays too. */
  token_limited: number;
  group: string;
  ip: string;
  model_name: string;
  channel_id: number;
  /** Fingerprint of the channel's key that the provider knows the batch by. */
  channel_key: string;
  endpoint: string;
  completion_window: string;
  /** The caller's file, by our id. */
  input_file_id: string;
  /** The provider's id of the copy that was priced and is run; '' until it is uploaded. */
  upstream_input_id: Generated<string>;
  /** By our ids; '' for none. */
  output_file_id: Generated<string>;
  error_file_id: Generated<string>;
  /** JSON; null as text for none. */
  metadata: string;
  /** As OpenAI calls it; '' while it is being submitted. */
  status: Generated<string>;
  /** Lines of the input, and what became of them as the provider tells. */
  total: number;
  completed: Generated<number>;
  failed: Generated<number>;
  /** What all lines together can have at most, and what their prompts are likely to have. Tokens. */
  prompt_max: number;
  prompt_estimate: number;
  completion_max: number;
  /** The price as it was when the batch was created: see `snapshotPrice`. */
  price: string;
  hold: number;
  charge: Generated<number>;
  /** JSON list of what the provider says is wrong with it; '' for nothing. */
  errors: Generated<string>;
  /** JSON: when it reached each status. */
  times: Generated<string>;
  created_at: number;
  /** When it was settled; 0 until then. */
  ended_at: Generated<number>;
  /** When the provider is asked next; null when it was settled. */
  next_check_at: number | null;
}
