import {
  ActionIcon,
  AppShell,
  Avatar,
  Burger,
  Group,
  Menu,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { calls } from 'virtual:calls';
import {
  IconBook,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
  IconWallet,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callEndpoint } from '../api/call-endpoint.ts';
import { useEndpoint } from '../api/use-endpoint.ts';
import { setLanguage } from '../language.ts';
import { Mark } from '../mark.tsx';
import { DOCS_PATH, pages } from '../pages/index.ts';
import { clearStoredUser, type StoredUser, useStoredUser } from '../session.ts';
import { useStatus } from '../status.ts';
import { toastDone } from '../toasts.tsx';
import { Money } from '../ui/money.tsx';

export interface HeaderProps {
  menu: { opened: boolean; toggle: () => void } | undefined;
}

/** Name, search, balance, language, theme and the user. */
export function Header({ menu }: HeaderProps) {
  const { t } = useTranslation();
  const user = useStoredUser();
  const status = useStatus();
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
            />
          ) : null}
          <UnstyledButton
            component={Link}
            to={pages.home.path}
            style={{ borderRadius: 6, minWidth: 0 }}
          >
            <Group gap={9} wrap="nowrap">
              {/^https?:\/\//.test(logo) ? (
                <img src={logo} alt="" width={24} height={24} />
              ) : (
                <Mark />
              )}
              <Text fw={650} truncate>
                {status.data?.system_name ?? localStorage.getItem('system_name') ?? ''}
              </Text>
            </Group>
          </UnstyledButton>
        </Group>
        <Group gap={4} wrap="nowrap">
          {user ? <SearchButton /> : null}
          {user ? <Balance /> : null}
          <LanguageSwitch />
          <ThemeToggle />
          {user ? <UserMenu user={user} /> : null}
        </Group>
      </Group>
    </AppShell.Header>
  );
}

/** The palette is not needed to show a page, so it is fetched apart from it. */
function openPalette(): void {
  void import('@mantine/spotlight').then(({ spotlight }) => spotlight.open());
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

function Balance() {
  const { t } = useTranslation();
  const self = useEndpoint(calls.getSelf, {}, { refetchIntervalMs: 60_000 });
  if (!self.data) return null;
  return (
    <Group gap={6} px={8} wrap="nowrap" aria-label={t('shell.balance')} role="group">
      <IconWallet size={17} stroke={1.6} aria-hidden />
      <Text fw={500} component="div">
        <Money quota={self.data.quota} />
      </Text>
    </Group>
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

function UserMenu({ user }: { user: StoredUser }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const logOut = async () => {
    await callEndpoint(calls.logout).catch(() => undefined);
    clearStoredUser();
    client.clear();
    toastDone(t('shell.loggedOut'));
    await navigate({ to: pages.login.path });
  };
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <UnstyledButton style={{ borderRadius: 999 }}>
          <Avatar
            size={28}
            radius="xl"
            color="gate"
            variant="light"
            name={user.display_name || user.username}
          />
          <VisuallyHidden>{t('shell.user')}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.display_name || user.username}</Menu.Label>
        <Menu.Item
          component="a"
          href={DOCS_PATH}
          target="_blank"
          leftSection={<IconBook size={16} stroke={1.6} />}
        >
          {t('shell.docs')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} />}
          onClick={() => void logOut()}
        >
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
