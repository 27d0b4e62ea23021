import { Alert, Anchor } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isAdmin, useStoredUser } from '../../../session/session.ts';
import { useTranslation } from '../../../texts.tsx';
import { pages } from '../../index.ts';
import type { TopUpMode } from './top-up-modal.tsx';

/** Says that no payment method is enabled, and what to do instead; administrators can enable one. */
export function OfflineNote({ mode, redeem }: { mode: TopUpMode; redeem: () => void }) {
  const { t } = useTranslation();
  const admin = isAdmin(useStoredUser());
  return (
    <Alert variant="light" color="slate" icon={<IconInfoCircle size={18} />}>
      {t('wallet.modal.nothingOn')}{' '}
      {mode === 'online' ? (
        <Anchor component="button" type="button" inherit onClick={redeem}>
          {t('wallet.modal.useCode')}
        </Anchor>
      ) : null}{' '}
      {admin ? (
        <Anchor
          component={Link}
          inherit
          to={pages.setting.path}
          search={{ tab: 'system', section: 'payment' } as never}
        >
          {t('wallet.modal.setUp')}
        </Anchor>
      ) : null}
    </Alert>
  );
}
