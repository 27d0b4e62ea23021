import { ROLE_ADMIN, ROLE_ROOT, ROLE_USER } from './roles.ts';
import type { ManageAction } from './endpoints/users.ts';
import { type User, USER_BANNED } from './entities/user.ts';
import type { ConsoleErrorCode } from './errors.ts';

/** The user who acts on others. */
export type UserActor = Pick<User, 'id' | 'role'>;

/** Returns why the actor may not edit a user, including the quota; undefined if allowed. */
export function refuseEdit(actor: UserActor, target: UserActor): ConsoleErrorCode | undefined {
  return target.role >= actor.role ? 'cannot_update_same_or_higher' : undefined;
}

/**
 * Returns why the actor may not complete a user's order manually; undefined if allowed. Completing adds to a
 * balance, so the rule of quotas applies; the super admin, who has nobody above, may complete all.
 */
export function refuseOrderCompletion(
  actor: UserActor,
  target: UserActor,
): ConsoleErrorCode | undefined {
  return actor.role >= ROLE_ROOT ? undefined : refuseEdit(actor, target);
}

/**
 * Returns why the actor may not change a team, including its balance; undefined if allowed. What belongs to a
 * team belongs to its members, so the rule of quotas applies to their highest role: an administrator may
 * change neither a team they are in nor one with other administrators. The super admin may change all.
 */
export function refuseTeamChange(
  actor: Pick<UserActor, 'role'>,
  team: { top_role: number },
): ConsoleErrorCode | undefined {
  return actor.role >= ROLE_ROOT || team.top_role < actor.role
    ? undefined
    : 'team_of_same_or_higher';
}

/**
 * Returns why the actor may not do this to a user; undefined if allowed. The server enforces this, the
 * console mirrors it.
 */
export function refuseManage(
  actor: UserActor,
  target: UserActor & Pick<User, 'status'>,
  action: ManageAction,
): ConsoleErrorCode | undefined {
  if (target.role === ROLE_ROOT) {
    if (action === 'demote') return 'super_admin_cannot_be_demoted';
    if (action === 'disable') return 'super_admin_cannot_be_disabled';
    if (action === 'delete') return 'super_admin_cannot_be_deleted';
  }
  if (target.id === actor.id) return 'cannot_act_on_self';
  if (action === 'promote' && actor.role < ROLE_ROOT) return 'admin_cannot_promote';
  if (target.role >= actor.role)
    return action === 'delete' ? 'cannot_delete_same_or_higher' : 'cannot_act_on_same_or_higher';
  if (action === 'promote' && target.role >= ROLE_ADMIN) return 'cannot_promote_further';
  if (action === 'demote' && target.role <= ROLE_USER) return 'cannot_demote_further';
  if (action === 'enable' && target.status === USER_BANNED) return 'banned_cannot_be_enabled';
  return undefined;
}
