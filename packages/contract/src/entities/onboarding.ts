import { z } from 'zod';
import { testCause } from './channel.ts';

/** The steps from an empty site, or a new account, to its first call. */
const ONBOARDING_STEPS = [
  'password',
  'channel',
  'test',
  'prices',
  'balance',
  'key',
  'call',
] as const;

/** An onboarding step. Derived from the current state, so nobody has to tick it off. */
export const onboardingStep = z.object({
  step: z.enum(ONBOARDING_STEPS),
  done: z.boolean(),
  /** The channel whose last test failed; null for other steps or without a failure. */
  failed: z.object({ id: z.number().int(), name: z.string(), cause: testCause }).nullable(),
  /** Models offered without a price; for an existing channel, the models it offers; otherwise 0. */
  count: z.number().int(),
  /** Name of what a completed step created: the channel, the key. '' if it has none. */
  name: z.string(),
});
export type OnboardingStep = z.output<typeof onboardingStep>;
