/** What members are in a team, least first. */
export const TEAM_ROLES = ['member', 'admin', 'owner'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** The header that says for which team (its id) a call acts; without it, or without `team` at the endpoint, it acts for the person. */
export const TEAM_HEADER = 'tollgate-team';

/** Whether a role in a team is at least the one that is needed. */
export function hasTeamRole(role: TeamRole, needed: TeamRole): boolean {
  return TEAM_ROLES.indexOf(role) >= TEAM_ROLES.indexOf(needed);
}

/** Whether whoever has `actor` may invite, change or remove somebody of `target`: only those below. */
export function mayManageMember(actor: TeamRole, target: TeamRole): boolean {
  return TEAM_ROLES.indexOf(actor) > TEAM_ROLES.indexOf(target);
}
