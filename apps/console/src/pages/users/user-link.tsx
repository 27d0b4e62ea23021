import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { pages } from '../index.ts';

/** A user's name that opens the user; the id if the name is not known. */
export function UserLink({ id, username }: { id: number; username: string }) {
  return (
    <Anchor
      component={Link}
      inherit
      className="touch-target"
      to={pages.user.path}
      // The routes are generated from a table, so their types know no search parameters.
      search={{ user: String(id) } as never}
    >
      {username || `#${id}`}
    </Anchor>
  );
}
