import { Group, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconWallet } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../api/use-endpoint.ts';
import { pages } from '../pages/index.ts';
import { Money } from '../ui/display/money.tsx';
import { useBalanceDays } from './use-balance-days.ts';

/**
 * The balance of the signed-in user, amber if it lasts less than three days; links to the wallet if there is
 * one.
 */
export function Balance() {
  const { t } = useTranslation();
  const self = useEndpoint(calls.getSelf, {}, { refetchIntervalMs: 60_000 });
  const low = useBalanceDays();
  if (!self.data) return null;
  const WalletIcon = low === undefined ? IconWallet : IconAlertTriangle;
  const isEmpty = self.data.quota <= 0;
  const warning =
    low === undefined
      ? ''
      : isEmpty
        ? t('shell.balanceEmpty')
        : t('shell.balanceLow', { count: Math.max(1, low) });
  const amount = (
    <Group
      gap={6}
      px={{ base: 4, sm: 8 }}
      h={30}
      wrap="nowrap"
      aria-label={low === undefined ? t('shell.balance') : `${t('shell.balance')}: ${warning}`}
      role="group"
      {...(low === undefined ? {} : { c: isEmpty ? 'var(--bad)' : 'var(--warn)', title: warning })}
    >
      <WalletIcon size={17} stroke={1.6} aria-hidden className="not-on-phones" />
      <Text fw={500} component="div" c="inherit">
        <Money quota={self.data.quota} focusable={false} />
      </Text>
    </Group>
  );
  return (
    <UnstyledButton
      component={Link}
      to={pages.wallet.path}
      className="touch-target"
      style={{ borderRadius: 6 }}
    >
      {amount}
    </UnstyledButton>
  );
}
