import type { TeamRole } from '@tollgate/contract';
import type { Generated } from 'kysely';

/** What calls by a key, or by the keys of a member, may cost by day, week and month (UTC); quota, 0 for no limit. */
export interface SpendingColumns {
  day_quota: Generated<number>;
  week_quota: Generated<number>;
  month_quota: Generated<number>;
}

/** Who is in a team and who is invited. A team itself is a row of `users` of kind `team`. Times are seconds. */
export interface TeamTables {
  team_members: SpendingColumns & {
    team_id: number;
    user_id: number;
    role: TeamRole;
    joined_at: number;
    /** Which models their keys may call, with commas; '' for all. */
    models: Generated<string>;
  };
  /** How much of a limit is taken: spent, or reserved by nodes. */
  spending_windows: {
    /** `key:<id>` or `member:<team>:<user>`. */
    owner: string;
    period: 'day' | 'week' | 'month';
    start: number;
    taken: number;
  };
  /** Those that wait for an answer; others are gone. */
  team_invitations: {
    id: Generated<number>;
    team_id: number;
    role: TeamRole;
    /** As it was typed; '' for a link. */
    invitee: string;
    /** A username or an address, as two of them are compared; '' for a link. */
    invitee_folded: string;
    /** Of a link; else null. */
    code_hash: string | null;
    invited_by: number;
    created_at: number;
    expires_at: number;
  };
}
