import type { Generated } from 'kysely';

/** A sign-in, or the failures of one hour, account and address. Times are UTC seconds. */
export interface SignInsTable {
  id: Generated<number>;
  user_id: number;
  /** `password`, `passkey`, `totp`, `recovery_code` or the id of a login provider. */
  method: string;
  /** '' for a success, otherwise the error code. */
  failure: string;
  ip: string;
  user_agent: string;
  first_at: number;
  last_at: number;
  /** Number of attempts in the row; 1 for a success. */
  tries: number;
  /** The key by which failures are grouped; null for a success. */
  fold_key: string | null;
}
