import type { Generated } from 'kysely';

/** A sign-in, or failures of one hour, account and address. Times are UTC seconds. */
export interface SignInsTable {
  id: Generated<number>;
  user_id: number;
  /** `password`, `passkey`, `totp`, `recovery_code` or the id of a login provider. */
  method: string;
  /** '' for a success, else the code of the error. */
  failure: string;
  ip: string;
  user_agent: string;
  first_at: number;
  last_at: number;
  /** How many tries the row stands for; 1 for a success. */
  tries: number;
  /** What failures are folded by; null for a success. */
  fold_key: string | null;
}
