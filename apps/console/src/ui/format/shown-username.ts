import { teamNameOf } from '@tollgate/contract';

/** Returns a username as people know it: a team's without the suffix that keeps it unique. */
export const shownUsername = (username: string): string => teamNameOf(username) ?? username;
