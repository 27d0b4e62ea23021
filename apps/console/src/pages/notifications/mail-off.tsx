import { Alert, Anchor } from '@mantine/core';
import { ROLE_ROOT } from '@tollgate/contract';
import { IconMailOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useStoredUser } from '../../session/session.ts';
import { useTranslation } from '../../texts.tsx';
import { pages } from '../index.ts';
import { OptionLink } from '../settings/option-link.tsx';
import type { NotificationOwner } from './query.ts';
import type { Overview } from './to-subscription.ts';

interface MailOffProps {
  owner: NotificationOwner;
  overview: Pick<Overview, 'email' | 'can_mail'>;
}

/** Why no e-mail is sent, with a link to fix it; nothing if e-mail works. */
export function MailOff({ owner, overview: { email, can_mail: canMail } }: MailOffProps) {
  const { t } = useTranslation();
  const isRoot = (useStoredUser()?.role ?? 0) >= ROLE_ROOT;
  if (email !== '') return null;
  const missing = !canMail ? 'noServer' : owner === 'site' ? 'noSiteAddress' : 'noAddress';
  const text = t('notifications.mailOff.until', { why: t(`notifications.mailOff.${missing}`) });
  let action: ReactNode = null;
  if (!canMail && isRoot)
    action = <OptionLink option="SMTPServer">{t('notifications.setUpMail')}</OptionLink>;
  if (canMail && (owner === 'own' || isRoot)) action = <AddAddress />;
  return (
    <Alert color="yellow" variant="light" icon={<IconMailOff size={18} />} mb="sm" py="xs">
      {canMail || isRoot ? text : t('notifications.mailOff.ask', { text })} {action}
    </Alert>
  );
}

function AddAddress() {
  const { t } = useTranslation();
  return (
    <Anchor
      component={Link}
      to={pages.setting.path}
      search={{ tab: 'personal', section: 'bindings' } as never}
      inherit
      underline="always"
    >
      {t('notifications.mailOff.addAddress')}
    </Anchor>
  );
}
