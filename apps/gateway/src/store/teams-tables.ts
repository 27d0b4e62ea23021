import type { TeamRole } from '@tollgate/contract';
import type { Generated } from 'kysely';

/**
 * Limits for the cost of calls by a key, or by a member's keys, per day, week and month (UTC); quota, 0 for
 * no limit.
 */
export interface SpendingColumns {
  day_quota: Generated<number>;
  week_quota: Generated<number>;
  month_quota: Generated<number>;
}

/**
 * Members and invitations of teams. A team itself is a row of `users` of kind `team`. Times are in seconds.
 */
export interface TeamTables {
  team_members: SpendingColumns & {
    team_id: number;
    user_id: number;
    role: TeamRole;
    joined_at: number;
    /** Models that their keys may call, comma-separated; '' for all. */
    models: Generated<string>;
  };
  /** Limits of people who left a team: they apply again if they return, however they were invited. */
  former_team_members: {
    team_id: number;
    user_id: number;
    day_quota: number;
    week_quota: number;
    month_quota: number;
    models: string;
  };
  /** How much of a limit is used: spent, or reserved by nodes. */
  spending_windows: {
    /** `key:<id>` or `member:<team>:<user>`. */
    owner: string;
    period: 'day' | 'week' | 'month';
    start: number;
    taken: number;
  };
  /** Pending ones only; others are deleted. */
  team_invitations: {
    id: Generated<number>;
    team_id: number;
    role: TeamRole;
    /** As entered; '' for a link. */
    invitee: string;
    /** A username or an address, folded for comparison; '' for a link. */
    invitee_folded: string;
    /** Of a link; otherwise null. */
    code_hash: string | null;
    invited_by: number;
    created_at: number;
    expires_at: number;
  };
}
