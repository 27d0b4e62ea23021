import { Menu } from '@mantine/core';
import { IconBook, IconLogout, IconSettings, IconSpeakerphone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../api/use-endpoint.ts';
import { DOCS_PATH, pages } from '../pages/index.ts';
import type { StoredUser } from '../session/session.ts';
import { useLogOut } from '../session/use-log-out.ts';
import { showAnnouncement } from './show-announcement.tsx';
import { UserButton } from './user-button.tsx';

/** The menu's content, loaded only when it is opened. */
export function UserMenuItems({ user, opened }: { user: StoredUser; opened: boolean }) {
  const { t } = useTranslation();
  const logOut = useLogOut();
  const { data: notice = '' } = useEndpoint(calls.getNotice);
  return (
    <Menu position="bottom-end" width={200} defaultOpened={opened}>
      <Menu.Target>
        <UserButton user={user} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.display_name || user.username}</Menu.Label>
        <Menu.Item
          component={Link}
          to={pages.setting.path}
          leftSection={<IconSettings size={16} stroke={1.6} />}
        >
          {t('shell.account')}
        </Menu.Item>
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
            onClick={() => showAnnouncement(notice)}
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
