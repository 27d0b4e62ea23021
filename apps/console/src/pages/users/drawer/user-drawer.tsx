import { Tabs } from '@mantine/core';
import { refuseEdit, type User } from '@tollgate/contract';
import type { ReactNode } from 'react';
import { useStoredUser } from '../../../session/session.ts';
import { useTranslation } from '../../../texts.tsx';
import { UserPeek } from '../peek.tsx';
import { UserBalanceChanges } from '../user-balance-changes.tsx';
import { UserSessions } from '../user-sessions.tsx';
import { UserCalls } from './user-calls.tsx';
import { MANAGED_TABS, USER_TABS, type UserTab } from './user-drawer-tabs.ts';
import { UserKeys } from './user-keys.tsx';
import { UserOrders } from './user-orders.tsx';
import { UserRemark } from './user-remark.tsx';
import { UserSignIns } from './user-sign-ins.tsx';
import { UserTeams } from './user-teams.tsx';

interface UserDrawerProps {
  user: User;
  tab: UserTab;
  setTab: (tab: UserTab) => void;
  edit: (() => void) | undefined;
}

/** All details of one user, in tabs that load when opened. */
export function UserDrawer({ user, tab, setTab, edit }: UserDrawerProps) {
  const { t } = useTranslation();
  const me = useStoredUser();
  const isManaged = me !== undefined && user.DeletedAt === null && !refuseEdit(me, user);
  const tabs = USER_TABS.filter((name) => isManaged || !MANAGED_TABS.includes(name));
  const shown = tabs.includes(tab) ? tab : 'overview';
  const parts: Record<UserTab, ReactNode> = {
    overview: <UserPeek user={user} edit={edit} />,
    balance: <UserBalanceChanges user={user} />,
    keys: <UserKeys user={user} />,
    calls: <UserCalls user={user} />,
    sessions: <UserSessions user={user} />,
    signIns: <UserSignIns user={user} />,
    orders: <UserOrders user={user} />,
    teams: <UserTeams user={user} />,
    remark: <UserRemark user={user} />,
  };
  return (
    <Tabs
      // Input and paging of one user must not carry over to the next.
      key={user.id}
      value={shown}
      onChange={(name) => setTab((name ?? 'overview') as UserTab)}
      keepMounted={false}
    >
      <Tabs.List mb="md" className="scroll-tabs" aria-label={user.username}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name} ref={name === shown ? bringIntoView : undefined}>
            {t(`users.tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {parts[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** On a phone the tabs are wider than the drawer, and a link may open the last one. */
function bringIntoView(tab: HTMLButtonElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
