import { z } from 'zod';

export const RULE_KINDS = ['hedge', 'canary', 'mirror'] as const;
export const RULE_STATES = ['on', 'off'] as const;

/** The query parameters of the list of traffic rules; empty means: not set. */
export const trafficQuery = z.object({
  kind: z.enum(['', ...RULE_KINDS]).catch(''),
  state: z.enum(['', ...RULE_STATES]).catch(''),
});
