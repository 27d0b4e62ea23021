import { z } from 'zod';

/** A sign-in, or failed tries of one hour from one address. Times are UTC seconds. */
export const signInEntity = z.object({
  id: z.number().int(),
  /** Of the last try. */
  time: z.number().int(),
  /** Of the first try; the same for a success. */
  first_time: z.number().int(),
  /** `password`, `passkey`, `totp`, `recovery_code` or the id of a login provider: what was proved last. */
  method: z.string(),
  /** Empty for a success, else the code of the error. */
  failure: z.string(),
  tries: z.number().int(),
  /** Empty where the tries came from more addresses than are kept. */
  ip: z.string(),
  /** Product names as they write themselves; empty where unknown. */
  browser: z.string(),
  system: z.string(),
});
export type SignIn = z.output<typeof signInEntity>;
