import { ROLE_ADMIN, ROLE_ROOT, ROLE_USER } from './roles.ts';
import type { ManageAction } from './endpoints/users.ts';
import { type User, USER_BANNED } from './entities/user.ts';
import type { ConsoleErrorCode } from './errors.ts';

/** Who acts on users. */
export type UserActor = Pick<User, 'id' | 'role'>;

/** Why the actor may not edit a user, its quota included; undefined where it may. */
export function refuseEdit(actor: UserActor, target: UserActor): ConsoleErrorCode | undefined {
  return target.role >= actor.role ? 'cannot_update_same_or_higher' : undefined;
}

/**
 * Why the actor may not complete an order of a user by hand; undefined where it may. It adds to a
 * balance, so it follows the rule of quotas; the super admin, above whom is nobody, may all of them.
 */
export function refuseOrderCompletion(
  actor: UserActor,
  target: UserActor,
): ConsoleErrorCode | undefined {
  return actor.role >= ROLE_ROOT ? undefined : refuseEdit(actor, target);
}

/**
 * Why the actor may not change a team, its balance included; undefined where it may. What is a team's is its
 * members', so it follows the rule of quotas for the highest role among them: an administrator touches no
 * team that they are in, nor one of other administrators. The super admin may all of them.
 */
export function refuseTeamChange(
  actor: Pick<UserActor, 'role'>,
  team: { top_role: number },
): ConsoleErrorCode | undefined {
  return actor.role >= ROLE_ROOT || team.top_role < actor.role
    ? undefined
    : 'team_of_same_or_higher';
}

/** Why the actor may not do this to a user; undefined where it may. The server enforces it, the console shows it. */
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
