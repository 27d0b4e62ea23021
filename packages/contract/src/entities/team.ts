import { z } from 'zod';
import { TEAM_ROLES } from '../team-rules.ts';
import { balanceChangeEntity } from './balance-change.ts';

export const TEAM_NAME_LENGTH_MAX = 40;
export const TEAM_MEMBERS_MAX = 200;
export const TEAM_INVITATIONS_MAX = 100;
export const TEAM_INVITATION_DAYS = 7;
export const TEAM_CODE_LENGTH = 24;

const quota = z.number().int();

export const teamName = z
  .string({ error: 'team_name_length' })
  .trim()
  .refine(
    (name) => [...name].length >= 1 && [...name].length <= TEAM_NAME_LENGTH_MAX,
    'team_name_length',
  )
  .refine((name) => !/[\p{Cc}\p{Cf}@]/u.test(name), 'team_name_length');

export const teamRole = z.enum(TEAM_ROLES);
/** Roles that somebody can be given; ownership is handed over by a call of its own. */
export const givenTeamRole = z.enum(['member', 'admin'], { error: 'team_role_unknown' });

/** A team as its members see it. Quota units. */
export const teamEntity = z.object({
  id: z.number().int(),
  name: z.string(),
  /** 1 enabled, 2 disabled by an administrator of the site. */
  status: z.number().int(),
  /** The reader's own. */
  role: teamRole,
  quota,
  used_quota: quota,
  members: z.number().int(),
  created_at: z.number().int(),
});
export type Team = z.output<typeof teamEntity>;

export const teamMember = z.object({
  user_id: z.number().int(),
  username: z.string(),
  display_name: z.string(),
  role: teamRole,
  /** False where the account is disabled or deleted: its keys of the team are stopped. */
  active: z.boolean(),
  joined_at: z.number().int(),
  /** Keys of the team that they made and that are not deleted; -1 where the reader may not see it. */
  keys: z.number().int(),
  /** Where the reader may see them. */
  limits: z
    .object({ day_quota: quota, week_quota: quota, month_quota: quota, models: z.string() })
    .optional(),
});
export type TeamMember = z.output<typeof teamMember>;

/** What the calls of a member's keys came to in a range. */
export const teamUsage = z.object({
  user_id: z.number().int(),
  /** Of those who left, too. */
  username: z.string(),
  /** Quota, net of refunds. */
  spend: quota,
  calls: z.number().int(),
  failed: z.number().int(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
});
export type TeamUsage = z.output<typeof teamUsage>;

/** A change of a team's balance. */
export const teamBalanceChange = balanceChangeEntity.extend({
  /** Who in the team made it; '' for calls, and for what the site did. */
  by: z.string(),
});
export type TeamBalanceChange = z.output<typeof teamBalanceChange>;

/** A pending invitation, as the team's administrators see it. */
export const teamInvitation = z.object({
  id: z.number().int(),
  /** As it was typed; '' for a link. */
  invitee: z.string(),
  role: teamRole,
  invited_by: z.string(),
  created_at: z.number().int(),
  expires_at: z.number().int(),
});
export type TeamInvitation = z.output<typeof teamInvitation>;

/** An invitation, as the person sees whom it is for. */
export const receivedTeamInvitation = z.object({
  id: z.number().int(),
  team: z.string(),
  role: teamRole,
  invited_by: z.string(),
  expires_at: z.number().int(),
});
export type ReceivedTeamInvitation = z.output<typeof receivedTeamInvitation>;

/** A team as administrators of the site see it. */
export const managedTeam = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  group: z.string(),
  /** 0 and '' where the owner's account is gone. */
  owner_id: z.number().int(),
  owner: z.string(),
  quota,
  used_quota: quota,
  members: z.number().int(),
  /** The highest role at the site among its members: who may change the team. */
  top_role: z.number().int(),
  created_at: z.number().int(),
});
export type ManagedTeam = z.output<typeof managedTeam>;
