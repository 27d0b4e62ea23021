import { z } from 'zod';

/** A running session as its user sees it. Times are UTC seconds. */
export const sessionEntity = z.object({
  id: z.number().int(),
  /** Product names as they write themselves, such as Firefox and Windows; empty where unknown. */
  browser: z.string(),
  system: z.string(),
  /** Where the session began. */
  ip: z.string(),
  created_time: z.number().int(),
  /** Exact to five minutes. */
  last_seen_time: z.number().int(),
  is_current: z.boolean(),
});
export type Session = z.output<typeof sessionEntity>;
