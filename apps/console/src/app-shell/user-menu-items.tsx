import { Menu } from '@mantine/core';
import { IconBook, IconLogout, IconSettings, IconSpeakerphone } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../api/call-endpoint.ts';
import { useEndpoint } from '../api/use-endpoint.ts';
import { DOCS_PATH, landmarks, pages } from '../pages/index.ts';
import { clearStoredUser, type StoredUser } from '../session.ts';
import { toastDone } from '../toasts.tsx';
import { showNotice } from './show-notice.tsx';
import { UserButton } from './user-button.tsx';

/** The menu itself, which nobody needs before it is opened. */
export function UserMenuItems({ user, opened }: { user: StoredUser; opened: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: notice = '' } = useEndpoint(calls.getNotice);
  const logOut = async () => {
    // The session is forgotten here even where the server can't be reached.
    await callEndpoint(calls.logout).catch(() => undefined);
    clearStoredUser();
    client.clear();
    toastDone(t('shell.loggedOut'));
    await navigate({ to: pages.login.path });
  };
  return (
    <Menu position="bottom-end" width={200} defaultOpened={opened}>
      <Menu.Target>
        <UserButton user={user} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.display_name || user.username}</Menu.Label>
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
        {notice.trim() === '' ? null : (
          <Menu.Item
            leftSection={<IconSpeakerphone size={16} stroke={1.6} />}
            onClick={() => showNotice(notice)}
          >
            {t('shell.notice')}
          </Menu.Item>
        )}
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
