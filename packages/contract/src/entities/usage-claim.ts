import { z } from 'zod';

/**
 * What an upstream reported of its usage beyond what the call can have had; it is charged at the
 * bound.
 */
export const usageClaim = z.object({
  prompt_tokens: z.number().optional(),
  completion_tokens: z.number().optional(),
  /** Written into a cache of an hour, where nothing asked for one. */
  cache_write_hour_tokens: z.number().optional(),
  /** How often a price per call was due, as reported. */
  call_factor: z.number().optional(),
  /** Length of a recording. */
  seconds: z.number().optional(),
});
export type UsageClaim = z.output<typeof usageClaim>;
