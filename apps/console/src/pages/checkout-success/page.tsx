import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Money } from '../../ui/display/money.tsx';
import { pages } from '../index.ts';

/** The provider's webhook may arrive some seconds after the browser. */
const LOOK_EVERY_MS = 3000;

/** The return page of a card payment. */
export function CheckoutSuccessPage() {
  const { t } = useTranslation();
  const self = useEndpoint(calls.getSelf, {}, { refetchIntervalMs: LOOK_EVERY_MS });
  return (
    <Stack align="center" gap="sm" py={72} px="md" ta="center">
      <IconCircleCheck size={56} stroke={1.5} color="var(--status-good)" aria-hidden />
      <Title order={1}>{t('wallet.success.title')}</Title>
      <Text c="dimmed" maw={440}>
        {t('wallet.success.thanks')}
      </Text>
      {self.data ? (
        <Text component="div">
          {t('wallet.success.balance')}{' '}
          <Text component="span" inherit fw={600}>
            <Money quota={self.data.quota} />
          </Text>
        </Text>
      ) : null}
      <Group mt="md" gap="xs" justify="center">
        <Button component={Link} to={pages.home.path}>
          {t('wallet.success.home')}
        </Button>
        <Button component={Link} to={pages.wallet.path} variant="default">
          {t('wallet.success.wallet')}
        </Button>
      </Group>
    </Stack>
  );
}
