import { Anchor, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type LoginProviderEntry, loginProviderTable, type User } from '@tollgate/contract';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useRefetch } from '../../../api/refetch.ts';
import { useStatus } from '../../../status.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { useBindingAnnounced } from '../../../ui/login-providers/binding-channel.ts';
import { UnlinkButton } from '../../../ui/login-providers/unlink-button.tsx';
import { providerName } from '../../../ui/login-providers/provider-name.ts';
import { TelegramWidget } from '../../../ui/login-providers/telegram-widget.tsx';
import { useAuthorize } from '../../../ui/login-providers/use-authorize.ts';
import { LoginCodeDialog } from '../../../ui/login-providers/login-code-dialog.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { pages } from '../../index.ts';
import { EmailDialog } from './email-dialog.tsx';
import { SettingLine } from './setting-line.tsx';

/** Accounts at login providers that are linked to this one. */
export function BindingsSection({ user }: { user: User }) {
  const { t } = useTranslation();
  const status = useStatus();
  const refetch = useRefetch();
  const refresh = useCallback(() => void refetch([calls.getSelf]), [refetch]);
  useBindingAnnounced(refresh);
  const [bindsEmail, setBindsEmail] = useState(false);
  return (
    <Section title={t('personal.bindings.title')} note={t('personal.bindings.note')}>
      <SettingLine
        title={t('personal.account.email')}
        note={user.email === '' ? t('personal.bindings.unbound') : user.email}
      >
        <Button variant="default" onClick={() => setBindsEmail(true)}>
          {t(user.email === '' ? 'personal.email.bind' : 'personal.email.change')}
        </Button>
      </SettingLine>
      {loginProviderTable
        // Accounts linked before their login was disabled are still shown and can be unlinked.
        .filter(
          ({ enabled, userField }) =>
            status.data?.[enabled.status] === true || Boolean(user[userField]),
        )
        .map((provider) => (
          <SettingLine
            key={provider.id}
            title={t('personal.bindings.provider', {
              provider: providerName(status.data, provider),
              context: provider.id,
            })}
            note={user[provider.userField] || t('personal.bindings.unbound')}
          >
            {user[provider.userField] === '' ? (
              <BindButton provider={provider} />
            ) : (
              <UnlinkButton provider={provider} />
            )}
          </SettingLine>
        ))}
      <SettingLine
        title={t('personal.notifications.title')}
        note={
          <>
            {user.email === ''
              ? t('personal.notifications.unbound')
              : t('personal.notifications.email', { email: user.email })}
            <br />
            <Anchor component={Link} inherit className="touch-target" to={pages.notifications.path}>
              {t('personal.notifications.more')}
            </Anchor>
          </>
        }
      />
      {bindsEmail ? <EmailDialog user={user} close={() => setBindsEmail(false)} /> : null}
    </Section>
  );
}

/** Leads to the login provider to link an account. */
function BindButton({ provider }: { provider: LoginProviderEntry }) {
  const { t } = useTranslation();
  const { authorize, isPending } = useAuthorize();
  const [opened, { open, close }] = useDisclosure(false);
  if (provider.kind === 'widget') return <TelegramWidget />;
  return (
    <>
      <Button
        variant="default"
        loading={isPending}
        onClick={() => (provider.kind === 'oauth' ? authorize(provider) : open())}
      >
        {t('personal.bindings.bind')}
      </Button>
      {opened ? (
        <LoginCodeDialog
          provider={provider}
          close={close}
          done={() => {
            toastSuccess(t('registration.oauth.bound'));
            close();
          }}
        />
      ) : null}
    </>
  );
}
