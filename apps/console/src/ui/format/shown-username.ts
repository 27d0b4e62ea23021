import { teamNameOf } from '@tollgate/contract';

/** Returns a username as people know it: a team's without the suffix that keeps it unique. */
export const shownUsername = ({
  username,
  is_team: isTeam,
}: {
  username: string;
  is_team: boolean;
}): string => (isTeam ? (teamNameOf(username) ?? username) : username);
