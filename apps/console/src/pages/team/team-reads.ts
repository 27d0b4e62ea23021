import { calls } from 'virtual:calls';

/** What shows a team, its members or its balance: read again after each change. */
export const TEAM_READS = [
  calls.listOwnTeams,
  calls.getTeam,
  calls.listTeamMembers,
  calls.listTeamInvitations,
  calls.listReceivedTeamInvitations,
];
