import { z } from 'zod';
import { TEAM_ROLES } from '../team-rules.ts';
import { balanceChangeEntity } from './balance-change.ts';
import { nameText } from './readable-name.ts';

export const TEAM_NAME_LENGTH_MAX = 40;
export const TEAM_MEMBERS_MAX = 200;
export const TEAM_INVITATIONS_MAX = 100;
export const TEAM_INVITATION_DAYS = 7;
export const TEAM_CODE_LENGTH = 24;

const quota = z.number().int();

export const teamName = nameText('team_name_length')
  .refine(
    (name) => [...name].length >= 1 && [...name].length <= TEAM_NAME_LENGTH_MAX,
    'team_name_length',
  )
  .refine((name) => !/[\p{Cc}\p{Cf}@]/u.test(name), 'team_name_length');

export const teamRole = z.enum(TEAM_ROLES);
/** Roles that can be assigned; ownership is transferred by a separate call. */
export const givenTeamRole = z.enum(['member', 'admin'], { error: 'team_role_unknown' });

/** A team as its members see it. Quota units. */
export const teamEntity = z.object({
  id: z.number().int(),
  name: z.string(),
  /** 1 enabled, 2 disabled by a site administrator. */
  status: z.number().int(),
  /** The reader's own role. */
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
  /** False if the account is disabled or deleted: its team keys stop working. */
  active: z.boolean(),
  joined_at: z.number().int(),
  /**
   * Number of the team's keys that the member created and that are not deleted; -1 if the reader may not see
   * it.
   */
  keys: z.number().int(),
  /** Present if the reader may see them. */
  limits: z
    .object({ day_quota: quota, week_quota: quota, month_quota: quota, models: z.string() })
    .optional(),
});
export type TeamMember = z.output<typeof teamMember>;

/** Usage of a member's keys in a range. */
export const teamUsage = z.object({
  user_id: z.number().int(),
  /** Includes those who left. */
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
  /** The team member who made it; '' for calls and for changes by the site. */
  by: z.string(),
});
export type TeamBalanceChange = z.output<typeof teamBalanceChange>;

/** A pending invitation, as the team's administrators see it. */
export const teamInvitation = z.object({
  id: z.number().int(),
  /** As typed; '' for a link. */
  invitee: z.string(),
  role: teamRole,
  invited_by: z.string(),
  created_at: z.number().int(),
  expires_at: z.number().int(),
});
export type TeamInvitation = z.output<typeof teamInvitation>;

/** An invitation, as its invitee sees it. */
export const receivedTeamInvitation = z.object({
  id: z.number().int(),
  team: z.string(),
  role: teamRole,
  invited_by: z.string(),
  expires_at: z.number().int(),
});
export type ReceivedTeamInvitation = z.output<typeof receivedTeamInvitation>;

/** A team, as site administrators see it. */
export const managedTeam = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  group: z.string(),
  /** 0 and '' if the owner's account is gone. */
  owner_id: z.number().int(),
  owner: z.string(),
  quota,
  used_quota: quota,
  members: z.number().int(),
  /** The highest site role among its members: decides who may change the team. */
  top_role: z.number().int(),
  created_at: z.number().int(),
});
export type ManagedTeam = z.output<typeof managedTeam>;
