import { AppShell, Burger, Group } from '@mantine/core';
import { useTranslation } from '../texts.tsx';
import { useStoredUser } from '../session/session.ts';
import { Balance } from './balance.tsx';
import { LanguageSwitch, SearchButton, ThemeToggle } from './header-buttons.tsx';
import { SiteName } from './site-name.tsx';
import { UserMenu } from './user-menu.tsx';

export interface HeaderProps {
  menu: { opened: boolean; toggle: () => void } | undefined;
}

/** Name, search, balance, language, theme and the user. */
export function Header({ menu }: HeaderProps) {
  const { t } = useTranslation();
  const user = useStoredUser();
  return (
    <AppShell.Header px="sm" style={{ borderColor: 'var(--line)' }}>
      <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
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
        <Group gap={4} wrap="nowrap">
          <SearchButton />
          {user ? <Balance /> : null}
          <LanguageSwitch />
          <ThemeToggle />
          {user ? <UserMenu user={user} /> : null}
        </Group>
      </Group>
    </AppShell.Header>
  );
}
