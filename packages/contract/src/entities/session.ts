import { z } from 'zod';

/** A running session as its user sees it. Times are UTC seconds. */
export const sessionEntity = z.object({
  id: z.number().int(),
  /** Product names as their vendors spell them, such as Firefox and Windows; empty if unknown. */
  browser: z.string(),
  system: z.string(),
  /** Address at which the session began. */
  ip: z.string(),
  created_time: z.number().int(),
  /** Accurate to five minutes. */
  last_seen_time: z.number().int(),
  is_current: z.boolean(),
});
export type Session = z.output<typeof sessionEntity>;
