import type { Generated } from 'kysely';

/** One row per change of a user's earnings; append-only. Their sum is `users.aff_quota` minus `aff_owed`. */
export interface EarningsTable {
  id: Generated<number>;
  user_id: number;
  created_at: number;
  kind: string;
  /** Quota units; negative for what is paid out or taken back. */
  amount: number;
  earnings_after: number;
  idempotency_key: string;
  reference: string;
}

/** A `refused` rebate was never credited, and states why; a `reversed` one was taken back. */
export type RebateState = 'pending' | 'earned' | 'reversed' | 'refused';

/** An inviter's rebate on an order; at most one per order. */
export interface RebatesTable {
  id: Generated<number>;
  order_id: number;
  /** The inviter. */
  user_id: number;
  /** Who topped up. */
  invitee_id: number;
  /** What the order credited. */
  base: number;
  /** The share, in hundredths of a percent. */
  basis_points: number;
  /** What remains after partial refunds. */
  amount: number;
  /** What partial refunds took back. */
  reversed: Generated<number>;
  state: RebateState;
  /** Why it was refused or reduced; '' otherwise. */
  reason: string;
  created_at: number;
  payable_at: number;
  /** When it was earned, reversed or refused. */
  ended_at: number | null;
}

/** Keyed hashes of everything a user ever proved: email addresses, accounts elsewhere. */
export interface UserProofsTable {
  person_hash: string;
  user_id: number;
}

export interface EarningsTables {
  earnings: EarningsTable;
  rebates: RebatesTable;
  user_proofs: UserProofsTable;
}
