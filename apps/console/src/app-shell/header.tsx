import {
  ActionIcon,
  AppShell,
  Burger,
  Button,
  Group,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '../language.ts';
import { LogoMark } from '../ui/display/logo-mark.tsx';
import { pages } from '../pages/index.ts';
import { useStoredUser } from '../session/session.ts';
import { useSiteName, useStatus } from '../status.ts';
import { isHttpUrl } from '../ui/format/is-http-url.ts';
import { Balance } from './balance.tsx';
import { openPalette } from './open-palette.ts';
import { UserMenu } from './user-menu.tsx';

export interface HeaderProps {
  menu: { opened: boolean; toggle: () => void } | undefined;
}

/** Name, search, balance, language, theme and the user. */
export function Header({ menu }: HeaderProps) {
  const { t } = useTranslation();
  const user = useStoredUser();
  const status = useStatus();
  const site = useSiteName();
  const logo = status.data?.logo ?? '';
  return (
    <AppShell.Header px="sm" style={{ borderColor: 'var(--surface-line)' }}>
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
          <UnstyledButton
            component={Link}
            to={pages.home.path}
            aria-label={site}
            style={{ borderRadius: 6, minWidth: 0 }}
          >
            <Group gap={9} wrap="nowrap">
              {isHttpUrl(logo) ? <img src={logo} alt="" width={24} height={24} /> : <LogoMark />}
              <Text fw={650} truncate {...(user ? { visibleFrom: 'xs' } : {})}>
                {site}
              </Text>
            </Group>
          </UnstyledButton>
        </Group>
        <Group gap={4} wrap="nowrap">
          <SearchButton />
          {user ? <Balance /> : null}
          <LanguageSwitch />
          <ThemeToggle />
          {user ? <UserMenu user={user} /> : <LoginLink />}
        </Group>
      </Group>
    </AppShell.Header>
  );
}

/** The way in for visitors; not on the page that it leads to. */
function LoginLink() {
  const { t } = useTranslation();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (path === pages.login.path) return null;
  return (
    <Button component={Link} to={pages.login.path} size="xs" ml={4}>
      {t('shell.pages.login')}
    </Button>
  );
}

function SearchButton() {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('shell.search.tooltip')}>
      <ActionIcon aria-label={t('shell.search.open')} onClick={openPalette}>
        <IconSearch size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <Tooltip label={t('shell.language')}>
      <ActionIcon
        aria-label={`${t('shell.languageShort')} ${t('shell.language')}`}
        fw={600}
        onClick={() => void setLanguage(i18n.language === 'en' ? 'zh' : 'en')}
      >
        <Text component="span" size="sm" fw={600}>
          {t('shell.languageShort')}
        </Text>
      </ActionIcon>
    </Tooltip>
  );
}

function ThemeToggle() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const label = t(dark ? 'shell.theme.toLight' : 'shell.theme.toDark');
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
        {dark ? <IconSun size={18} stroke={1.6} /> : <IconMoon size={18} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}
