import { endpoints } from '@tollgate/contract';
import { changeTeam, readManagedTeam, searchTeams } from '../domain/teams/administer-teams.ts';
import { deleteTeam } from '../domain/teams/delete-team.ts';
import {
  acceptInvitation,
  declineInvitation,
  invite,
  isMailed,
  listInvitations,
  listReceivedInvitations,
  readInvitationLink,
  withdrawInvitation,
} from '../domain/teams/invitations.ts';
import {
  changeMember,
  handOver,
  leaveTeam,
  readMembers,
  removeMember,
} from '../domain/teams/members.ts';
import { createTeam, listOwnTeams, readTeam, renameTeam } from '../domain/teams/own-teams.ts';
import { readTeamUsage } from '../domain/teams/team-usage.ts';
import { adjustTeam, deposit, withdraw } from '../domain/teams/team-money.ts';
import { actorOf, callerOf, implement } from './context.ts';

const personRoutes = [
  implement(endpoints.listOwnTeams, (call) => listOwnTeams(call.domain, callerOf(call).user.id)),
  implement(endpoints.createTeam, (call) =>
    createTeam(call.domain, callerOf(call).user, call.body.name),
  ),
  implement(endpoints.listReceivedTeamInvitations, (call) =>
    listReceivedInvitations(call.domain, callerOf(call).user),
  ),
  implement(endpoints.readTeamInvitation, ({ domain, params }) =>
    readInvitationLink(domain, params.code),
  ),
  implement(endpoints.acceptTeamInvitation, (call) =>
    acceptInvitation(call.domain, callerOf(call).user, call.body),
  ),
  implement(endpoints.declineTeamInvitation, async (call) => {
    await declineInvitation(call.domain, callerOf(call).user, call.body.id);
    return null;
  }),
];

const memberRoutes = [
  implement(endpoints.listTeamMembers, (call) => readMembers(call.domain, actorOf(call))),
  implement(endpoints.changeTeamMember, async (call) => {
    const { user_id: userId } = call.params;
    const entries = Object.entries(call.body).filter(([, value]) => value !== undefined);
    await changeMember(call.domain, actorOf(call), { userId, ...Object.fromEntries(entries) });
    return null;
  }),
  implement(endpoints.removeTeamMember, async (call) => {
    await removeMember(call.domain, actorOf(call), call.params.user_id);
    return null;
  }),
  implement(endpoints.leaveTeam, async (call) => {
    await leaveTeam(call.domain, actorOf(call));
    return null;
  }),
  implement(endpoints.handOverTeam, async (call) => {
    await handOver(call.domain, actorOf(call), call.body.user_id);
    return null;
  }),
  implement(endpoints.listTeamInvitations, (call) =>
    listInvitations(call.domain, actorOf(call).teamId),
  ),
  implement(endpoints.inviteToTeam, async (call) => {
    const { domain, body, language, acting } = call;
    const { username, id } = callerOf(call).user;
    if (isMailed(domain, body)) await call.limits.takeMail(id);
    const team = acting?.team.display_name ?? '';
    return invite(domain, { ...actorOf(call), username, team, language }, body);
  }),
  implement(endpoints.withdrawTeamInvitation, async (call) => {
    await withdrawInvitation(call.domain, actorOf(call), call.params.invitation_id);
    return null;
  }),
];

export const teamRoutes = [
  ...personRoutes,
  implement(endpoints.getTeam, (call) => {
    const { teamId, role } = actorOf(call);
    return readTeam(call.domain, teamId, role);
  }),
  implement(endpoints.renameTeam, (call) => renameTeam(call.domain, actorOf(call), call.body.name)),
  implement(endpoints.deleteTeam, (call) => deleteTeam(call.domain, actorOf(call))),
  ...memberRoutes,
  implement(endpoints.depositToTeam, (call) => deposit(call.domain, actorOf(call), call.body)),
  implement(endpoints.withdrawFromTeam, (call) => withdraw(call.domain, actorOf(call), call.body)),
  implement(endpoints.getTeamUsage, (call) =>
    readTeamUsage(call.domain, actorOf(call), call.query),
  ),
  implement(endpoints.listTeams, async ({ domain, query }) => {
    const { p, page_size, keyword, user_id, status, sort } = query;
    const { items, pageSize, total, page } = await searchTeams(
      domain,
      { keyword, status, sort, ...(user_id === 0 ? {} : { userId: user_id }) },
      { page: p, pageSize: page_size },
    );
    return { items, page, page_size: pageSize, total };
  }),
  implement(endpoints.listMembersOfTeam, async ({ domain, params }) => {
    const { id: teamId } = await readManagedTeam(domain, params.id);
    return readMembers(domain, { teamId, userId: 0, role: 'owner' });
  }),
  implement(endpoints.getUsageOfTeam, async ({ domain, params, query }) => {
    const { id: teamId } = await readManagedTeam(domain, params.id);
    return readTeamUsage(domain, { teamId, userId: 0, role: 'owner' }, query);
  }),
  implement(endpoints.changeTeam, (call) =>
    changeTeam(call.domain, callerOf(call).user, call.params.id, call.body),
  ),
  implement(endpoints.creditTeam, (call) =>
    adjustTeam(call.domain, callerOf(call).user, call.params.id, call.body),
  ),
];
