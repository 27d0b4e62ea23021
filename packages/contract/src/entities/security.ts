import { z } from 'zod';

/** What somebody can prove a second time who they are with. */
export const factorMethods = ['password', 'totp', 'passkey', 'recovery_code'] as const;
export type FactorMethod = (typeof factorMethods)[number];

/** A passkey as its owner sees it. */
export const passkeyEntity = z.object({
  id: z.number().int(),
  name: z.string(),
  created_time: z.number().int(),
  /** 0 where it was never used. */
  last_used_time: z.number().int(),
  /** Whether it may be on several devices, as those of password managers are. */
  is_synced: z.boolean(),
});
export type Passkey = z.output<typeof passkeyEntity>;

/** How the own account is protected. Times are UTC seconds. */
export const securityEntity = z.object({
  totp: z.boolean(),
  recovery_codes_left: z.number().int(),
  passkeys: z.array(passkeyEntity),
  has_password: z.boolean(),
  /** Whether a new password takes the present one. */
  is_current_password_required: z.boolean(),
  /**
   * What the session can be confirmed with; nothing where only a new login does. The password is not
   * enough where a login wants a second factor.
   */
  methods: z.array(z.enum(factorMethods)),
  /** Whether the site makes a second factor necessary for this user. */
  is_second_factor_required: z.boolean(),
  /** Until when the session counts as confirmed. */
  confirmed_until: z.number().int(),
});
export type Security = z.output<typeof securityEntity>;

/** What a login still needs, once the first proof was right. */
export const loginStep = z.object({
  /** Good for a few minutes, in this browser, for a few tries. */
  challenge: z.string(),
  methods: z.array(z.enum(['totp', 'recovery_code', 'passkey'])),
  expires_in: z.number().int(),
  /** Options for the browser, where a passkey would do (Web Authentication, 5.1.10). */
  passkey: z.record(z.string(), z.unknown()).optional(),
});
export type LoginStep = z.output<typeof loginStep>;
