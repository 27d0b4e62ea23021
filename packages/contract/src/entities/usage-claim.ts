import { z } from 'zod';

/**
 * Usage that an upstream reported beyond what the call can have used; the charge is capped at the upper
 * bound.
 */
export const usageClaim = z.object({
  prompt_tokens: z.number().optional(),
  completion_tokens: z.number().optional(),
  /** Tokens written to a one-hour cache although nothing requested one. */
  cache_write_hour_tokens: z.number().optional(),
  /** How many times the price per call applied, as reported. */
  call_factor: z.number().optional(),
  /** Length of a recording. */
  seconds: z.number().optional(),
});
export type UsageClaim = z.output<typeof usageClaim>;
