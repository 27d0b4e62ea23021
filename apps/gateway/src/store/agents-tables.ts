import type { Generated } from 'kysely';

/** A user whom an administrator made an agent; the row stays when they are one no more. */
export interface AgentsTable {
  user_id: number;
  /** 0 or 1. */
  enabled: number;
  /** The share of top-ups by invited users, in hundredths of a percent. */
  basis_points: number;
  /** What redemption codes cost less, in hundredths of a percent of their quota. */
  discount_basis_points: number;
  /** A code of the agent's own choice beside the one that everybody has, in lower case. */
  code: string | null;
  /** What the invitation page says. */
  invitation: string;
  created_at: number;
}

export type PayoutState = 'requested' | 'paid' | 'refused' | 'cancelled';

/** Earnings that an agent wants paid outside; they are taken out with the request. */
export interface PayoutsTable {
  id: Generated<number>;
  user_id: number;
  amount: number;
  state: PayoutState;
  /** Where the money shall go, as the agent says. */
  account: string;
  /** What the administrator said: a number of the payment, or why it was refused. */
  note: string;
  /** Who ended it; 0 while nobody has. */
  actor_id: number;
  request_key: string;
  created_at: number;
  ended_at: number | null;
}

export interface AgentTables {
  agents: AgentsTable;
  payouts: PayoutsTable;
}
