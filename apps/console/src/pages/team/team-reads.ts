import { calls } from 'virtual:calls';

/** Calls that return a team, its members or its balance: refetched after each change. */
export const TEAM_READS = [
  calls.listOwnTeams,
  calls.getTeam,
  calls.listTeamMembers,
  calls.listTeamInvitations,
  calls.listReceivedTeamInvitations,
];
