import { z } from 'zod';
import { CHANNEL_CONDITIONS } from './channel.ts';

/** What an administrator should look at. Each kind leads to one place in the console. */
export const ATTENTION_KINDS = [
  'channels_disabled',
  'ledger_mismatch',
  'models_unpriced',
  'balance_low',
  'channels_cooling',
  'job_failed',
  'versions_differ',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

export const attentionItem = z.object({
  kind: z.enum(ATTENTION_KINDS),
  /** `bad`: calls fail or money is wrong; `warn`: they will be. */
  severity: z.enum(['bad', 'warn']),
  /** Channels, models, mismatches; refused calls of unpriced models are in `calls`. */
  count: z.number().int(),
  /** The first few by name. */
  names: z.array(z.string()),
  /** The first one's id; 0 where it has none. */
  id: z.number().int(),
  /** The cause, in the reader's language where it is ours; '' where it is unknown. */
  cause: z.string(),
  /** Seconds: when it failed, was found or comes back; 0 where that is unknown. */
  at: z.number().int(),
  /** Failed calls of the last 24 hours; 0 where that says nothing. */
  calls: z.number().int(),
  /** USD that are left upstream; null for all but low balances. */
  balance: z.number().nullable(),
  /** USD that a day of the last week took of it; null where that is unknown. */
  daily: z.number().nullable(),
  /** How these channels stand, which the list of channels can be filtered by; '' for what is no channel. */
  condition: z.enum(['', ...CHANNEL_CONDITIONS]),
});
export type AttentionItem = z.output<typeof attentionItem>;
