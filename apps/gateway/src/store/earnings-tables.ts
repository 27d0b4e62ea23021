import type { Generated } from 'kysely';

/** One row for each change of a user's earnings; append only. Their sum is `users.aff_quota` less `aff_owed`. */
export interface EarningsTable {
  id: Generated<number>;
  user_id: number;
  created_at: number;
  kind: string;
  /** Quota units; below 0 for what is taken out or back. */
  amount: number;
  earnings_after: number;
  idempotency_key: string;
  reference: string;
}

/** `refused` ones never were anybody's and say why; `reversed` ones were taken back. */
export type RebateState = 'pending' | 'earned' | 'reversed' | 'refused';

/** What an inviter gets of an order, at most one an order. */
export interface RebatesTable {
  id: Generated<number>;
  order_id: number;
  /** Who earns. */
  user_id: number;
  /** Who topped up. */
  invitee_id: number;
  /** What the order credited. */
  base: number;
  /** The share, in hundredths of a percent. */
  basis_points: number;
  amount: number;
  state: RebateState;
  /** Why it was refused or cut; '' where it was neither. */
  reason: string;
  created_at: number;
  payable_at: number;
  /** When it was earned, reversed or refused. */
  ended_at: number | null;
}

/** Keyed hashes of what a user ever proved: addresses, accounts elsewhere. */
export interface UserProofsTable {
  person_hash: string;
  user_id: number;
}

export interface EarningsTables {
  earnings: EarningsTable;
  rebates: RebatesTable;
  user_proofs: UserProofsTable;
}
