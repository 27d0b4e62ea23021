import { z } from 'zod';
import { testCause } from './channel.ts';

/** What lies between an empty site, or a new account, and its first call. */
const ONBOARDING_STEPS = [
  'password',
  'channel',
  'test',
  'prices',
  'balance',
  'key',
  'call',
] as const;

/** A step of the first hour. Derived from what is, so nobody has to tick it off. */
export const onboardingStep = z.object({
  step: z.enum(ONBOARDING_STEPS),
  done: z.boolean(),
  /** The channel whose test failed last; null with another step or without a failure. */
  failed: z.object({ id: z.number().int(), name: z.string(), cause: testCause }).nullable(),
  /** Models that are served and have no price; of a channel that is there, how many it offers; else 0. */
  count: z.number().int(),
  /** What a step that is done came to, by name: the channel, the key. '' where it has none. */
  name: z.string(),
});
export type OnboardingStep = z.output<typeof onboardingStep>;
