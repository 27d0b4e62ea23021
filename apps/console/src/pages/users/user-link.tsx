import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { UserName } from '../../ui/display/user-name.tsx';
import { pages } from '../index.ts';

/** A user's name that opens the user or team; the id if the name is not known. */
export function UserLink({
  id,
  username,
  isTeam = false,
}: {
  id: number;
  username: string;
  isTeam?: boolean;
}) {
  const search = isTeam ? { keyword: String(id), team: String(id) } : { user: String(id) };
  return (
    <Anchor
      component={Link}
      inherit
      className="touch-target"
      to={isTeam ? pages.teams.path : pages.user.path}
      // The routes are generated from a table, so their types know no search parameters.
      search={search as never}
    >
      <UserName username={username || `#${id}`} isTeam={isTeam} />
    </Anchor>
  );
}
