import { z } from 'zod';

/** A batch of calls that a provider makes within a day. Times are seconds, 0 for not yet. */
export const batchEntity = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  ended_at: z.number().int(),
  user_id: z.number().int(),
  /** 0 for all but administrators. */
  channel_id: z.number().int(),
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
