import { z } from 'zod';

/** A sign-in, or the failed tries of one hour from one address. Times are UTC seconds. */
export const signInEntity = z.object({
  id: z.number().int(),
  /** Of the last try. */
  time: z.number().int(),
  /** Of the first try; equal to `time` for a success. */
  first_time: z.number().int(),
  /** The last factor used: `password`, `passkey`, `totp`, `recovery_code` or the id of a login provider. */
  method: z.string(),
  /** Empty for a success, otherwise the error code. */
  failure: z.string(),
  tries: z.number().int(),
  /** Empty if the tries came from more addresses than are recorded. */
  ip: z.string(),
  /** Product names as their vendors spell them; empty if unknown. */
  browser: z.string(),
  system: z.string(),
});
export type SignIn = z.output<typeof signInEntity>;
