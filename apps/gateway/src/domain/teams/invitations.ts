import {
  emailField,
  mayManageMember,
  type ReceivedTeamInvitation,
  type Team,
  TEAM_CODE_LENGTH,
  TEAM_INVITATION_DAYS,
  TEAM_INVITATIONS_MAX,
  TEAM_MEMBERS_MAX,
  type TeamInvitation,
  type TeamRole,
  USER_ENABLED,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { randomAlphanumeric } from '../../platform/ids.ts';
import { takeLimits } from '../../store/former-members-repository.ts';
import { inviteeNames } from '../../store/invitee-names.ts';
import {
  deleteInvitation,
  findInvitationByCode,
  insertInvitation,
  type InvitationKey,
  listInvitationsFor,
  listInvitationsOfTeam,
  pruneInvitations,
  takeInvitation,
} from '../../store/team-invitations-repository.ts';
import { countMembers, insertMember } from '../../store/teams-repository.ts';
import { foldUsername, lockUser, type UserRow } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { composeInvitation, type Inviter } from './invitation-mail.ts';
import { changeMembers, type TeamActor } from './members.ts';
import { describeTeam } from './present-team.ts';

type InvitationDomain = Pick<Domain, 'store' | 'clock' | 'keyring' | 'changes'>;

const hashCode = ({ keyring }: Pick<Domain, 'keyring'>, code: string) =>
  keyring.hash('team-invitation', code);

interface InvitationInput {
  /** A username, an address, or '' for a link. */
  invitee: string;
  role: TeamRole;
}

/**
 * Returns whether an invitation is sent by mail. The result is the same for every address, whether it belongs
 * to a user or not.
 */
export const isMailed = (
  { mailer }: Pick<Domain, 'mailer'>,
  { invitee }: InvitationInput,
): boolean => mailer.isSetUp() && emailField.safeParse(invitee).success;

/**
 * Invites the owner of a name or address, or, if neither is given, creates a link and returns its code, which
 * is shown only once. An address gets a mail. The result does not reveal whether the name exists: somebody
 * may register it later.
 */
export async function invite(
  domain: InvitationDomain & Pick<Domain, 'mailer' | 'options'>,
  actor: TeamActor & Inviter,
  input: InvitationInput,
): Promise<{ code: string; mailed: boolean }> {
  const code = await storeInvitation(domain, actor, input);
  const mailed = isMailed(domain, input);
  if (mailed) void domain.mailer.sendInBackground(composeInvitation(domain, actor, input));
  return { code, mailed };
}

/** Stores an invitation; returns the code of a link, else ''. */
function storeInvitation(
  domain: InvitationDomain,
  actor: TeamActor,
  { invitee, role }: InvitationInput,
): Promise<string> {
  const at = nowSeconds(domain.clock);
  const code = invitee === '' ? randomAlphanumeric(TEAM_CODE_LENGTH) : '';
  return changeMembers(domain, actor, async (trx, actorRole) => {
    if (!mayManageMember(actorRole, role)) throw new AppError('team_role_forbidden');
    if ((await pruneInvitations(trx, actor.teamId, at)) >= TEAM_INVITATIONS_MAX)
      throw new AppError('team_invitations_max', { limit: TEAM_INVITATIONS_MAX });
    await insertInvitation(trx, {
      team_id: actor.teamId,
      role,
      invitee,
      invitee_folded: invitee.includes('@') ? invitee.toLowerCase() : foldUsername(invitee),
      code_hash: code === '' ? null : hashCode(domain, code),
      invited_by: actor.userId,
      created_at: at,
      expires_at: at + TEAM_INVITATION_DAYS * 86_400,
    });
    return code;
  });
}

/** Lists a team's pending invitations, newest first. */
export async function listInvitations(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  teamId: number,
): Promise<TeamInvitation[]> {
  const rows = await listInvitationsOfTeam(store.db, teamId, nowSeconds(clock));
  return rows.map(({ id, invitee, role, inviter_name, created_at, expires_at }) => ({
    id,
    invitee,
    role,
    invited_by: inviter_name,
    created_at,
    expires_at,
  }));
}

/** Withdraws an invitation; does nothing if it no longer exists. */
export function withdrawInvitation(
  domain: InvitationDomain,
  actor: TeamActor,
  id: number,
): Promise<void> {
  return changeMembers(domain, actor, (trx) => deleteInvitation(trx, actor.teamId, id));
}

type DescribedInvitation = Awaited<ReturnType<typeof listInvitationsFor>>[number];

const presentReceived = (row: DescribedInvitation): ReceivedTeamInvitation => ({
  id: row.id,
  team: row.team_name,
  role: row.role,
  invited_by: row.inviter_name,
  expires_at: row.expires_at,
});

/** Lists a user's pending invitations, newest first. */
export async function listReceivedInvitations(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  user: UserRow,
): Promise<ReceivedTeamInvitation[]> {
  const rows = await listInvitationsFor(store.db, inviteeNames(user), nowSeconds(clock));
  return rows.map(presentReceived);
}

/** Returns the invitation that a link leads to. Throws AppError team_invitation_gone. */
export async function readInvitationLink(
  domain: Pick<Domain, 'store' | 'clock' | 'keyring'>,
  code: string,
): Promise<ReceivedTeamInvitation> {
  const { store, clock } = domain;
  const row = await findInvitationByCode(store.db, hashCode(domain, code), nowSeconds(clock));
  if (!row) throw new AppError('team_invitation_gone');
  return presentReceived(row);
}

/** Joins a team by an invitation, which is thereby used up. Throws an AppError. */
export async function acceptInvitation(
  domain: InvitationDomain & Pick<Domain, 'wallet'>,
  user: UserRow,
  by: { id: number } | { code: string },
): Promise<Team> {
  const at = nowSeconds(domain.clock);
  const key: InvitationKey =
    'code' in by
      ? { codeHash: hashCode(domain, by.code) }
      : { id: by.id, names: inviteeNames(user) };
  await domain.wallet.flush();
  // Announced, because nodes know keys that the user made in this team before as those of nobody.
  return domain.changes.commit({ topic: 'user', id: user.id }, async (trx) => {
    const invitation = await takeInvitation(trx, key, at);
    if (!invitation) throw new AppError('team_invitation_gone');
    const team = await lockUser(trx, invitation.team_id);
    if (!team || team.deleted_at !== null) throw new AppError('team_invitation_gone');
    if (team.status !== USER_ENABLED) throw new AppError('team_disabled');
    if ((await countMembers(trx, team.id)) >= TEAM_MEMBERS_MAX)
      throw new AppError('team_members_max', { limit: TEAM_MEMBERS_MAX });
    // A link may have been meant for somebody else: it lifts no limits of whoever returns by it.
    const limits = await takeLimits(trx, team.id, user.id);
    const { role } = invitation;
    const member = { team_id: team.id, user_id: user.id, role, joined_at: at, ...limits };
    if (!(await insertMember(trx, member))) throw new AppError('team_member_already');
    return describeTeam(trx, team, invitation.role);
  });
}

/** Declines an invitation; does nothing if it no longer exists. */
export async function declineInvitation(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  user: UserRow,
  id: number,
): Promise<void> {
  await takeInvitation(store.db, { id, names: inviteeNames(user) }, nowSeconds(clock));
}
