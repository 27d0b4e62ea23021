import { lazy, Suspense, useState } from 'react';
import type { StoredUser } from '../session/session.ts';
import { UserButton } from './user-button.tsx';

const UserMenuItems = lazy(async () => ({
  default: (await import('./user-menu-items.tsx')).UserMenuItems,
}));

/** What belongs to the signed-in user: the own settings, the API reference, logging out. */
export function UserMenu({ user }: { user: StoredUser }) {
  const [opened, setOpened] = useState(false);
  return (
    <Suspense
      fallback={
        // A click that comes before the menu has: it opens as soon as it is there.
        <UserButton user={user} aria-haspopup="menu" onClick={() => setOpened(true)} />
      }
    >
      <UserMenuItems user={user} opened={opened} />
    </Suspense>
  );
}
