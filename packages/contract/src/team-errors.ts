const rule = { status: 200, retry: false };
const forbidden = { status: 403, retry: false };

/** Errors about teams; part of the error table. */
export const teamErrors = {
  team_not_found: rule,
  team_role_forbidden: forbidden,
  team_of_same_or_higher: forbidden,
  team_disabled: forbidden,
  team_name_length: rule,
  team_role_unknown: rule,
  team_invitee_invalid: rule,
  team_invitation_gone: rule,
  team_invitations_max: rule,
  team_members_max: rule,
  team_member_not_found: rule,
  team_member_already: rule,
  team_owner_must_stay: rule,
  team_limit_reached: rule,
  team_owner_limit_reached: rule,
  team_calls_running: rule,
  team_balance_too_small: rule,
  team_own_balance_too_small: rule,
  owns_team: rule,
} as const;
