import { Avatar, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBook, IconLogout, IconSettings } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../api/call-endpoint.ts';
import { DOCS_PATH, landmarks, pages } from '../pages/index.ts';
import { clearStoredUser, type StoredUser } from '../session.ts';
import { toastDone } from '../toasts.tsx';

/** What belongs to the signed-in user: the own settings, the API reference, logging out. */
export function UserMenu({ user }: { user: StoredUser }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const name = user.display_name || user.username;
  const logOut = async () => {
    // The session is forgotten here even where the server can't be reached.
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
          <Avatar size={28} radius="xl" color="gate" variant="light" name={name} />
          <VisuallyHidden>{t('shell.user')}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        {landmarks.settings ? (
          <Menu.Item
            component={Link}
            to={landmarks.settings.path}
            leftSection={<IconSettings size={16} stroke={1.6} />}
          >
            {t('shell.account')}
          </Menu.Item>
        ) : null}
        <Menu.Item
          component="a"
          href={DOCS_PATH}
          target="_blank"
          rel="noreferrer"
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
