import { z } from 'zod';
import { taskPartiesEntity } from './task-parties.ts';

/** What a batch can be, in the order of its life; '' while it is being submitted. */
export const BATCH_STATUSES = [
  'validating',
  'in_progress',
  'finalizing',
  'cancelling',
  'completed',
  'failed',
  'expired',
  'cancelled',
] as const;

/** A batch of calls that a provider makes within a day. Times are seconds, 0 for not yet. */
export const batchEntity = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  ended_at: z.number().int(),
  user_id: z.number().int(),
  ...taskPartiesEntity,
  batch_id: z.string(),
  model_name: z.string(),
  endpoint: z.string(),
  /** As OpenAI calls it; '' while it is being submitted. */
  status: z.string(),
  /** Lines, and what became of them. */
  total: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  /** Percent, such as 45%. */
  progress: z.string(),
  fail_reason: z.string(),
  /** What is held for it while it runs. */
  hold: z.number().int(),
  /** What it cost, once it ended. */
  quota: z.number().int(),
});
export type BatchTask = z.output<typeof batchEntity>;

/** What the batches of a filter come to, of as many as `total` counts. */
export const batchTotalsEntity = z.object({
  /** Requests in them, and those that failed. */
  requests: z.number().int(),
  failed: z.number().int(),
  /** Charged for those that ended. */
  quota: z.number().int(),
  /** Held for those that run. */
  held: z.number().int(),
});
export type BatchTotals = z.output<typeof batchTotalsEntity>;
