const rule = { status: 200, retry: false };

/** Errors about agents, their payouts and their codes; part of the error table. */
export const agentErrors = {
  agent_required: rule,
  agent_percent_invalid: rule,
  agent_code_invalid: rule,
  agent_code_taken: rule,
  agent_invitation_too_long: rule,
  payout_account_invalid: rule,
  payout_note_invalid: rule,
  payout_not_found: rule,
  payout_ended: rule,
  payout_agent_owes: rule,
  payout_too_small: rule,
  payout_too_large: rule,
  codes_too_dear: rule,
  code_funds_too_small: rule,
  code_not_voidable: rule,
  redemption_sold: rule,
};
