import { Alert, Anchor } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isAdmin, useStoredUser } from '../../../session/session.ts';
import { useTranslation } from '../../../texts.tsx';
import { pages } from '../../index.ts';

/**
 * Says that no payment method is enabled and leads to redeeming a code, if that is not shown already;
 * administrators can enable one.
 */
export function OfflineNote({ redeem }: { redeem: (() => void) | undefined }) {
  const { t } = useTranslation();
  const admin = isAdmin(useStoredUser());
  return (
    <Alert variant="light" color="slate" icon={<IconInfoCircle size={18} />}>
      {t('wallet.modal.nothingOn')}{' '}
      {redeem ? (
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
