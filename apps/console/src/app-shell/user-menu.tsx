import { Suspense, useState } from 'react';
import { lazyPart } from '../lazy-part.ts';
import type { StoredUser } from '../session/session.ts';
import { UserButton } from './user-button.tsx';

const UserMenuItems = lazyPart(async () => ({
  default: (await import('./user-menu-items.tsx')).UserMenuItems,
}));

/** The signed-in user's menu: own settings, API reference, logout. */
export function UserMenu({ user }: { user: StoredUser }) {
  const [opened, setOpened] = useState(false);
  return (
    <Suspense
      fallback={
        // A click before the menu has loaded: it opens as soon as it has.
        <UserButton user={user} aria-haspopup="menu" onClick={() => setOpened(true)} />
      }
    >
      <UserMenuItems user={user} opened={opened} />
    </Suspense>
  );
}
