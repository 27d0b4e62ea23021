import { Button, Stack, Text } from '@mantine/core';
import { IconBrandGithub, IconBrandWechat, IconMessages } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pages } from '../../pages/index.ts';
import { storeUser } from '../../session/session.ts';
import { useStatus } from '../../status.ts';
import { toastSuccess } from '../feedback/toasts.tsx';
import { TelegramWidget } from './telegram-widget.tsx';
import { useAuthorize } from './use-authorize.ts';
import { WechatDialog } from './wechat-dialog.tsx';

/** The ways to log in with an account elsewhere, those that are on. */
export function LoginProviderButtons() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const status = useStatus();
  const { authorize, isPending } = useAuthorize();
  const [isWechatOpen, setWechatOpen] = useState(false);
  const on = status.data;
  if (!on || !(on.github_oauth || on.linuxdo_oauth || on.wechat_login || on.telegram_oauth))
    return null;
  return (
    <Stack gap="sm" mt="lg" pt="md" style={{ borderTop: '1px solid var(--surface-line)' }}>
      <Text size="sm" c="dimmed">
        {t('registration.oauth.or')}
      </Text>
      {on.github_oauth ? (
        <Button
          variant="default"
          leftSection={<IconBrandGithub size={18} />}
          loading={isPending}
          onClick={() => authorize('github')}
        >
          {t('registration.oauth.github')}
        </Button>
      ) : null}
      {on.linuxdo_oauth ? (
        <Button
          variant="default"
          leftSection={<IconMessages size={18} />}
          loading={isPending}
          onClick={() => authorize('linuxdo')}
        >
          {t('registration.oauth.linuxdo')}
        </Button>
      ) : null}
      {on.wechat_login ? (
        <Button
          variant="default"
          leftSection={<IconBrandWechat size={18} />}
          onClick={() => setWechatOpen(true)}
        >
          {t('registration.oauth.wechat')}
        </Button>
      ) : null}
      {on.telegram_oauth ? <TelegramWidget /> : null}
      {isWechatOpen ? (
        <WechatDialog
          close={() => setWechatOpen(false)}
          done={(user) => {
            if (user) storeUser(user);
            toastSuccess(t('login.success'));
            void navigate({ to: pages.home.path });
          }}
        />
      ) : null}
    </Stack>
  );
}
