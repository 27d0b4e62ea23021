import { Burger, Group } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { useTranslation } from '../texts.tsx';
import { readActingTeam } from '../session/acting-team.ts';
import { useStoredUser } from '../session/session.ts';
import { Balance } from './balance.tsx';
import { LanguageSwitch, SearchButton, SearchField, ThemeToggle } from './header-buttons.tsx';
import { FrameHeader } from './frame-header.tsx';
import { SiteName } from './site-name.tsx';
import { UserMenu } from './user-menu.tsx';

const TeamSwitch = lazyPart(async () => ({
  default: (await import('./team-switch.tsx')).TeamSwitch,
}));

export interface HeaderProps {
  menu: { opened: boolean; toggle: () => void } | undefined;
}

/** Name, search, balance, language, theme and the user. */
export function Header({ menu }: HeaderProps) {
  const { t } = useTranslation();
  const user = useStoredUser();
  return (
    <FrameHeader frame="console">
      <Group gap="sm" wrap="nowrap" miw={0}>
        {menu ? (
          <Burger
            size="sm"
            opened={menu.opened}
            onClick={menu.toggle}
            aria-label={t('shell.menu')}
            aria-expanded={menu.opened}
          />
        ) : null}
        <SiteName onlyLogoBelow={user ? 'xs' : undefined} />
      </Group>
      <SearchField />

      <Group gap={4} wrap="nowrap">
        <SearchButton />
        {user ? (
          <Suspense fallback={null}>
            <TeamSwitch />
          </Suspense>
        ) : null}
        {user && !readActingTeam() ? <Balance /> : null}
        <LanguageSwitch />
        <ThemeToggle />
        {user ? <UserMenu user={user} /> : null}
      </Group>
    </FrameHeader>
  );
}
