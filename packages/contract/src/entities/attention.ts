import { z } from 'zod';
import { CHANNEL_CONDITIONS } from './channel.ts';

/** Things an administrator should look at. Each kind leads to one place in the console. */
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
  /** `bad`: calls fail or money is wrong; `warn`: that is about to happen. */
  severity: z.enum(['bad', 'warn']),
  /** Number of channels, models or mismatches; refused calls of unpriced models are in `calls`. */
  count: z.number().int(),
  /** Names of the first few. */
  names: z.array(z.string()),
  /** Id of the first; 0 if it has none. */
  id: z.number().int(),
  /** The cause, in the reader's language if the text is ours; '' if unknown. */
  cause: z.string(),
  /** Seconds: when it failed, was found or recovers; 0 if unknown. */
  at: z.number().int(),
  /** Failed calls in the last 24 hours; 0 if not applicable. */
  calls: z.number().int(),
  /** USD left upstream; null except for low balances. */
  balance: z.number().nullable(),
  /** USD spent per day over the last week; null if unknown. */
  daily: z.number().nullable(),
  /**
   * The condition of these channels, by which the channel list can be filtered; '' if they are not channels.
   */
  condition: z.enum(['', ...CHANNEL_CONDITIONS]),
});
export type AttentionItem = z.output<typeof attentionItem>;
