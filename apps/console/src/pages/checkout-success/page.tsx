import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Money } from '../../ui/display/money.tsx';
import { pages } from '../index.ts';

/** The provider's webhook may arrive some seconds after the browser. */
const LOOK_EVERY_MS = 3000;
/** After this time, the balance is only read on demand. */
const LOOK_FOR_MS = 120_000;

/** The return page of a card payment. */
export function CheckoutSuccessPage() {
  const { t } = useTranslation();
  const [isLooking, setLooking] = useState(true);
  const self = useEndpoint(
    calls.getSelf,
    {},
    { refetchIntervalMs: isLooking ? LOOK_EVERY_MS : false },
  );
  useEffect(() => {
    const over = setTimeout(() => setLooking(false), LOOK_FOR_MS);
    return () => clearTimeout(over);
  }, []);
  return (
    <Stack align="center" gap="sm" py={72} px="md" ta="center">
      <IconCircleCheck size={56} stroke={1.5} color="var(--status-good)" aria-hidden />
      <Title order={1}>{t('wallet.success.title')}</Title>
      <Text c="dimmed" maw={440} role="status">
        {t(isLooking ? 'wallet.success.thanks' : 'wallet.success.stopped')}
      </Text>
      {self.data ? (
        <Text component="div">
          {t('wallet.success.balance')}{' '}
          <Text component="span" inherit fw={600}>
            <Money quota={self.data.quota} />
          </Text>
        </Text>
      ) : null}
      {isLooking ? null : (
        <Button variant="subtle" loading={self.isFetching} onClick={() => void self.refetch()}>
          {t('wallet.waiting.check')}
        </Button>
      )}
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
