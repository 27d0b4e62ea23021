import { z } from 'zod';

/** Methods by which users can confirm their identity again. */
export const factorMethods = ['password', 'totp', 'passkey', 'recovery_code'] as const;
export type FactorMethod = (typeof factorMethods)[number];

/** A passkey as its owner sees it. */
export const passkeyEntity = z.object({
  id: z.number().int(),
  name: z.string(),
  created_time: z.number().int(),
  /** 0 if never used. */
  last_used_time: z.number().int(),
  /** Whether it may be on several devices, as those in password managers are. */
  is_synced: z.boolean(),
});
export type Passkey = z.output<typeof passkeyEntity>;

/** How the user's own account is protected. Times are UTC seconds. */
export const securityEntity = z.object({
  totp: z.boolean(),
  recovery_codes_left: z.number().int(),
  passkeys: z.array(passkeyEntity),
  has_password: z.boolean(),
  /** Whether changing the password requires the current one. */
  is_current_password_required: z.boolean(),
  /**
   * Methods to confirm the session with; empty if only a new login does. If a login requires a second factor,
   * the password does not suffice.
   */
  methods: z.array(z.enum(factorMethods)),
  /** Whether the site requires a second factor of this user. */
  is_second_factor_required: z.boolean(),
  /** When the session stops counting as confirmed. */
  confirmed_until: z.number().int(),
});
export type Security = z.output<typeof securityEntity>;

/** What a login still requires after the first proof succeeded. */
export const loginStep = z.object({
  /** Valid for a few minutes, in this browser, for a few tries. */
  challenge: z.string(),
  methods: z.array(z.enum(['totp', 'recovery_code', 'passkey'])),
  expires_in: z.number().int(),
  /** Options for the browser, if a passkey is accepted (Web Authentication, 5.1.10). */
  passkey: z.record(z.string(), z.unknown()).optional(),
});
export type LoginStep = z.output<typeof loginStep>;
