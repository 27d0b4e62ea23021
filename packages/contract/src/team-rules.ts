/** Roles in a team, lowest first. */
export const TEAM_ROLES = ['member', 'admin', 'owner'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/**
 * The header with the id of the team a call acts for; without it, or if the endpoint has no `team`, the call
 * acts for the person.
 */
export const TEAM_HEADER = 'tollgate-team';

/** Whether a team role is at least the needed one. */
export function hasTeamRole(role: TeamRole, needed: TeamRole): boolean {
  return TEAM_ROLES.indexOf(role) >= TEAM_ROLES.indexOf(needed);
}

/**
 * Whether a member with role `actor` may invite, change or remove one with role `target`: only lower roles.
 */
export function mayManageMember(actor: TeamRole, target: TeamRole): boolean {
  return TEAM_ROLES.indexOf(actor) > TEAM_ROLES.indexOf(target);
}
