import { Group, Text, UnstyledButton } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../api/use-endpoint.ts';
import { landmarks } from '../pages/index.ts';
import { Money } from '../ui/display/money.tsx';

/** What the signed-in user has left; leads to the wallet where there is one. */
export function Balance() {
  const { t } = useTranslation();
  const self = useEndpoint(calls.getSelf, {}, { refetchIntervalMs: 60_000 });
  if (!self.data) return null;
  const amount = (
    <Group gap={6} px={8} h={30} wrap="nowrap" aria-label={t('shell.balance')} role="group">
      <IconWallet size={17} stroke={1.6} aria-hidden />
      <Text fw={500} component="div">
        <Money quota={self.data.quota} focusable={landmarks.wallet === undefined} />
      </Text>
    </Group>
  );
  if (!landmarks.wallet) return amount;
  return (
    <UnstyledButton component={Link} to={landmarks.wallet.path} style={{ borderRadius: 6 }}>
      {amount}
    </UnstyledButton>
  );
}
