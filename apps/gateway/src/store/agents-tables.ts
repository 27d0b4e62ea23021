import type { Generated } from 'kysely';

/** A user whom an administrator made an agent; the row is kept when they no longer are. */
export interface AgentsTable {
  user_id: number;
  /** 0 or 1. */
  enabled: number;
  /** The share of top-ups by invited users, in hundredths of a percent. */
  basis_points: number;
  /** The discount on redemption codes, in hundredths of a percent of their quota. */
  discount_basis_points: number;
  /** The agent's custom invitation code, in lower case, in addition to the one every user has. */
  code: string | null;
  /** The text of the invitation page. */
  invitation: string;
  created_at: number;
}

export type PayoutState = 'requested' | 'paid' | 'refused' | 'cancelled';

/** Earnings that an agent asks to be paid outside Tollgate; deducted when requested. */
export interface PayoutsTable {
  id: Generated<number>;
  user_id: number;
  amount: number;
  state: PayoutState;
  /** Where the agent wants the money sent. */
  account: string;
  /** The administrator's note: a payment reference, or the reason for a refusal. */
  note: string;
  /** Who ended the payout; 0 while it is open. */
  actor_id: number;
  request_key: string;
  created_at: number;
  ended_at: number | null;
}

export interface AgentTables {
  agents: AgentsTable;
  payouts: PayoutsTable;
}
