import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Status, User } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../../status.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { TelegramWidget } from '../../../ui/login-providers/telegram-widget.tsx';
import { useAuthorize } from '../../../ui/login-providers/use-authorize.ts';
import { WechatDialog } from '../../../ui/login-providers/wechat-dialog.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { SettingLine } from './setting-line.tsx';

/** Accounts elsewhere: where a user has each, and what says that it can be bound. */
const THIRD_PARTIES = [
  { name: 'github', field: 'github_id', flag: 'github_oauth' },
  { name: 'wechat', field: 'wechat_id', flag: 'wechat_login' },
  { name: 'telegram', field: 'telegram_id', flag: 'telegram_oauth' },
  { name: 'linuxdo', field: 'linux_do_id', flag: 'linuxdo_oauth' },
] as const satisfies readonly { name: string; field: keyof User; flag: keyof Status }[];

/** Accounts elsewhere that lead to this one. */
export function BindingsSection({ user }: { user: User }) {
  const { t } = useTranslation();
  const status = useStatus();
  const [bindsEmail, setBindsEmail] = useState(false);
  const [bindsWechat, { open: openWechat, close: closeWechat }] = useDisclosure(false);
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
      {THIRD_PARTIES.filter(({ flag }) => status.data?.[flag] === true).map(({ name, field }) => (
        <SettingLine
          key={name}
          title={t(`personal.bindings.${name}`)}
          note={user[field] === '' ? t('personal.bindings.unbound') : user[field]}
        >
          <BindButton name={name} isBound={user[field] !== ''} openWechat={openWechat} />
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
            {t('personal.notifications.others')}
          </>
        }
      />
      {bindsWechat ? (
        <WechatDialog
          close={closeWechat}
          done={() => {
            toastSuccess(t('registration.oauth.bound'));
            closeWechat();
          }}
        />
      ) : null}
      {bindsEmail ? <EmailDialog user={user} close={() => setBindsEmail(false)} /> : null}
    </Section>
  );
}

/** Leads to where an account elsewhere is bound; nowhere once one is. */
function BindButton({
  name,
  isBound,
  openWechat,
}: {
  name: (typeof THIRD_PARTIES)[number]['name'];
  isBound: boolean;
  openWechat: () => void;
}) {
  const { t } = useTranslation();
  const { authorize, isPending } = useAuthorize();
  if (name === 'telegram' && !isBound) return <TelegramWidget />;
  const start = () =>
    name === 'wechat' ? openWechat() : name === 'telegram' ? undefined : authorize(name);
  return (
    <Button variant="default" disabled={isBound} loading={isPending} onClick={start}>
      {t(isBound ? 'personal.bindings.bound' : 'personal.bindings.bind')}
    </Button>
  );
}
