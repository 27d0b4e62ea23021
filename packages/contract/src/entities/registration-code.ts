import { z } from 'zod';
import { nameText } from './readable-name.ts';

/** Letters and digits: too many combinations to guess. */
export const REGISTRATION_CODE_LENGTH = 16;
export const REGISTRATION_CODES_AT_ONCE_MAX = 100;
export const REGISTRATION_CODE_USES_MAX = 10_000;

/** A code as a user typed it. */
export const registrationCodeField = z.string().trim().max(64, 'registration_code_invalid');

const wholeUpTo = (max: number) =>
  z
    .number({ error: 'registration_code_number' })
    .int('registration_code_number')
    .min(1, 'registration_code_number')
    .max(max, 'registration_code_number');

export const newRegistrationCodes = z.object({
  /** Purpose of the codes, so that people can tell them apart. */
  name: nameText('registration_code_name')
    .min(1, 'registration_code_name')
    .max(64, 'registration_code_name'),
  count: wholeUpTo(REGISTRATION_CODES_AT_ONCE_MAX).default(1),
  uses: wholeUpTo(REGISTRATION_CODE_USES_MAX),
  /** Seconds; 0 for never. */
  expires_at: z.number().int().min(0).default(0),
});

/** Whether a code can be used to register, or why not. */
export const REGISTRATION_CODE_STATES = ['usable', 'used', 'expired', 'disabled'] as const;
export type RegistrationCodeState = (typeof REGISTRATION_CODE_STATES)[number];

export const registrationCodeEntity = z.object({
  id: z.number().int(),
  /** The last characters; the whole code is shown only once. */
  tail: z.string(),
  name: z.string(),
  creator_id: z.number().int(),
  uses: z.number().int(),
  uses_max: z.number().int(),
  /** Seconds; 0 for never. */
  expires_at: z.number().int(),
  created_at: z.number().int(),
  state: z.enum(REGISTRATION_CODE_STATES),
});
export type RegistrationCode = z.output<typeof registrationCodeEntity>;

/** A code in the administrators' list. */
export const listedRegistrationCode = registrationCodeEntity.extend({
  /** Username of the creator. */
  creator: z.string(),
});
export type ListedRegistrationCode = z.output<typeof listedRegistrationCode>;

/** A user who registered with a code. */
export const registrationCodeUser = z.object({
  user_id: z.number().int(),
  username: z.string(),
  used_at: z.number().int(),
});
