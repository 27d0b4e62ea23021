import type { Generated } from 'kysely';

/**
 * A batch of calls that a provider makes within a day. Who pays is fixed when the batch is created. `hold` is
 * what was taken from the balance for it, `charge` the part of it that was charged in the end, both in quota
 * units. Times are in seconds, except `next_check_at`, which is in milliseconds.
 */
export interface BatchesTable {
  id: Generated<number>;
  /** Our id, the only one that callers see; unguessable. */
  batch_id: string;
  /** The provider's id; '' until the provider has accepted the batch. */
  upstream_id: Generated<string>;
  user_id: number;
  username: string;
  token_id: number;
  token_name: string;
  /** 1 if the key has its own limit, which is charged too. */
  token_limited: number;
  group: string;
  ip: string;
  model_name: string;
  channel_id: number;
  /** Fingerprint of the channel key under which the provider has the batch. */
  channel_key: string;
  endpoint: string;
  completion_window: string;
  /** The caller's file, by our id. */
  input_file_id: string;
  /** The provider's id of the copy that was priced and is run; '' until it is uploaded. */
  upstream_input_id: Generated<string>;
  /** Our ids; '' for none. */
  output_file_id: Generated<string>;
  error_file_id: Generated<string>;
  /** JSON; 'null' for none. */
  metadata: string;
  /** In OpenAI's terms; '' while the batch is being submitted. */
  status: Generated<string>;
  /** Lines of the input, and their outcomes as reported by the provider. */
  total: number;
  completed: Generated<number>;
  failed: Generated<number>;
  /** Upper bounds for all lines together, and the likely size of their prompts, in tokens. */
  prompt_max: number;
  prompt_estimate: number;
  completion_max: number;
  /** The price when the batch was created: see `snapshotPrice`. */
  price: string;
  hold: number;
  charge: Generated<number>;
  /** JSON list of the errors that the provider reports; '' for none. */
  errors: Generated<string>;
  /** JSON: when it reached each status. */
  times: Generated<string>;
  created_at: number;
  /** Time of settlement; 0 until then. */
  ended_at: Generated<number>;
  /** Time of the next poll; null once settled. */
  next_check_at: number | null;
}
