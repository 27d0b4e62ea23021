import { z } from 'zod';
import { taskPartiesEntity } from './task-parties.ts';

/** States of a batch in the order of its life cycle; '' while it is being submitted. */
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

/** A batch of calls that a provider processes within a day. Times are seconds, 0 for not yet. */
export const batchEntity = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  ended_at: z.number().int(),
  user_id: z.number().int(),
  ...taskPartiesEntity,
  batch_id: z.string(),
  model_name: z.string(),
  endpoint: z.string(),
  /** OpenAI's name of the status; '' while it is being submitted. */
  status: z.string(),
  /** Lines in total, and by outcome. */
  total: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  /** Percent, such as 45%. */
  progress: z.string(),
  fail_reason: z.string(),
  /** Quota held while it runs. */
  hold: z.number().int(),
  /** Cost, once it has ended. */
  quota: z.number().int(),
});
export type BatchTask = z.output<typeof batchEntity>;

/** Totals over all batches of a filter, `total` in number. */
export const batchTotalsEntity = z.object({
  /** Requests, and failed ones. */
  requests: z.number().int(),
  failed: z.number().int(),
  /** Charged for batches that have ended. */
  quota: z.number().int(),
  /** Held for running batches. */
  held: z.number().int(),
});
export type BatchTotals = z.output<typeof batchTotalsEntity>;
