import { Button } from '@mantine/core';
import { ROLE_ROOT, type User } from '@tollgate/contract';
import { formatQuota } from '@tollgate/pricing';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../../ui/feedback/toasts.tsx';
import { confirm, confirmTyped } from '../../../ui/feedback/confirm.tsx';
import { copyText } from '../../../ui/display/copy.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { useQuotaDisplay } from '../../../status.ts';
import { useSignOut } from '../../../session/use-sign-out.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { ScopedTokenLines } from './scoped-token-lines.tsx';
import { SecondFactorLines } from './second-factor-lines.tsx';
import { SettingLine } from './setting-line.tsx';

/** The password, the access token for programs, and deletion of the account. */
export function SecuritySection({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <Section title={t('personal.security.title')}>
      <PasswordLine user={user} />
      <SecondFactorLines />
      <AccessToken />
      <ScopedTokenLines role={user.role} />
      <DeleteAccount user={user} />
    </Section>
  );
}

function PasswordLine({ user }: { user: User }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { data: security } = useEndpoint(calls.getSecurity);
  const hasNone = security?.has_password === false;
  return (
    <SettingLine
      title={t('personal.password.title')}
      note={t(hasNone ? 'personal.password.setNote' : 'personal.password.note')}
    >
      <Button variant="default" disabled={!security} onClick={() => setOpened(true)}>
        {t(hasNone ? 'personal.password.set' : 'personal.password.action')}
      </Button>
      {opened && security ? (
        <PasswordDialog
          username={user.username}
          security={security}
          close={() => setOpened(false)}
        />
      ) : null}
    </SettingLine>
  );
}

function AccessToken() {
  const { t } = useTranslation();
  const create = useEndpointMutation(calls.createAccessToken);
  const run = () =>
    create.mutate(
      {},
      {
        onSuccess: (token) => void copyText(token, t('personal.accessToken.done')),
        onError: toastError,
      },
    );
  return (
    <SettingLine title={t('personal.accessToken.title')} note={t('personal.accessToken.note')}>
      <Button
        variant="default"
        loading={create.isPending}
        onClick={() =>
          confirm({
            title: t('personal.accessToken.confirm'),
            text: t('personal.accessToken.confirmText'),
            confirm: t('personal.accessToken.action'),
            danger: false,
            run,
          })
        }
      >
        {t('personal.accessToken.action')}
      </Button>
    </SettingLine>
  );
}

function DeleteAccount({ user }: { user: User }) {
  const { t } = useTranslation();
  const leave = useSignOut();
  const remove = useEndpointMutation(calls.deleteSelf);
  const isRoot = user.role >= ROLE_ROOT;
  const display = useQuotaDisplay();
  const { quota: balance, aff_quota: earnings } = user;
  const money = {
    balance: formatQuota(balance, display),
    earnings: formatQuota(earnings, display),
  };
  const run = () =>
    remove.mutate(
      {},
      {
        onSuccess: () => {
          toastSuccess(t('personal.delete.done'));
          void leave();
        },
        onError: toastError,
      },
    );
  return (
    <SettingLine
      title={t('personal.delete.title')}
      note={t(isRoot ? 'errors.super_admin_cannot_be_deleted' : 'personal.delete.note')}
    >
      <Button
        variant="default"
        c={isRoot ? undefined : 'var(--status-bad)'}
        disabled={isRoot}
        loading={remove.isPending}
        onClick={() =>
          confirmTyped({
            title: t('personal.delete.confirm'),
            text:
              balance > 0 || earnings > 0
                ? t('personal.delete.confirmMoney', money)
                : t('personal.delete.confirmText'),
            confirm: t('personal.delete.action'),
            word: user.username,
            mistake: t('personal.delete.mistake'),
            run,
          })
        }
      >
        {t('personal.delete.action')}
      </Button>
    </SettingLine>
  );
}
