import { z } from 'zod';
import { idempotencyKeyField, quotaField } from './token.ts';

export const PAYOUT_STATES = ['requested', 'paid', 'refused', 'cancelled'] as const;
export type PayoutStateName = (typeof PAYOUT_STATES)[number];

const quota = z.number().int();

/** Terms of an agent, set by an administrator. Percentages have at most two decimals. */
export const agentTerms = z.object({
  enabled: z.boolean(),
  share_percent: z.number().min(0, 'agent_percent_invalid').max(50, 'agent_percent_invalid'),
  discount_percent: z.number().min(0, 'agent_percent_invalid').max(90, 'agent_percent_invalid'),
});
export type AgentTerms = z.output<typeof agentTerms>;

export const INVITATION_LENGTH_MAX = 2000;

/** Chosen by the agent. An empty code means the default code that everybody has. */
export const invitationText = z.object({
  code: z
    .string()
    .trim()
    .regex(/^$|^[A-Za-z0-9][A-Za-z0-9-]{3,31}$/, 'agent_code_invalid'),
  invitation: z.string().trim().max(INVITATION_LENGTH_MAX, 'agent_invitation_too_long'),
});

/** Data of an agent's own page, in quota units. */
export const ownAgent = agentTerms.extend({
  /** The code used in the invitation. */
  code: z.string(),
  /** The agent's own choice; '' if none. */
  own_code: z.string(),
  invitation: z.string(),
  invitees: z.number().int(),
  topped_up: quota,
  earned: quota,
  pending: quota,
  /** Earnings that can be transferred or paid out. */
  available: quota,
  /** Debt that later earnings repay first. */
  owed: quota,
  payout_minimum: quota,
  /** What codes may still be bought with: money that came neither from agents' codes nor from a team. */
  code_funds: quota,
});
export type OwnAgent = z.output<typeof ownAgent>;

/** An agent in the administrators' list, in quota units; ended ones stay in it. */
export const agentRow = agentTerms.extend({
  user_id: z.number().int(),
  username: z.string(),
  invitees: z.number().int(),
  topped_up: quota,
  earned: quota,
  pending: quota,
  /** Earnings that can be transferred or paid out. */
  available: quota,
  /** Payouts that are asked for and not ended. */
  requested: quota,
  created_at: z.number().int(),
});
export type AgentRow = z.output<typeof agentRow>;

/** A user whom the agent invited; the name is masked. */
export const invitee = z.object({
  id: z.number().int(),
  name: z.string(),
  created_at: z.number().int(),
  topped_up: quota,
  earned: quota,
  pending: quota,
});
export type Invitee = z.output<typeof invitee>;

/** Bookings of a month (UTC), `YYYY-MM`. All are positive. */
export const earningsMonth = z.object({
  month: z.string(),
  earned: quota,
  reversed: quota,
  transferred: quota,
  /** Requested payouts, less what was returned. */
  paid_out: quota,
});
export type EarningsMonth = z.output<typeof earningsMonth>;

export const monthParams = z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) });

const payoutText = z.string({ error: 'payout_account_invalid' }).trim();

export const payoutRequest = z.object({
  amount: quotaField,
  account: payoutText.min(3, 'payout_account_invalid').max(500, 'payout_account_invalid'),
  /** Chosen by the caller: a repeated request is booked once. */
  idempotency_key: idempotencyKeyField,
});

export const payoutNote = z
  .string({ error: 'payout_note_invalid' })
  .trim()
  .min(3, 'payout_note_invalid')
  .max(500, 'payout_note_invalid');

export const payoutEntity = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  username: z.string(),
  amount: quota,
  state: z.enum(PAYOUT_STATES),
  /** The account to pay to. */
  account: z.string(),
  /** The payment's number, or why it was refused. */
  note: z.string(),
  created_at: z.number().int(),
  /** 0 while it is pending. */
  ended_at: z.number().int(),
});
export type Payout = z.output<typeof payoutEntity>;

/** A code that an agent bought. */
export const soldCode = z.object({
  id: z.number().int(),
  name: z.string(),
  key: z.string(),
  key_unreadable: z.boolean(),
  quota,
  price: quota,
  status: z.number().int(),
  created_time: z.number().int(),
  redeemed_time: z.number().int(),
});
export type SoldCode = z.output<typeof soldCode>;
