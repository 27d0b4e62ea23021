import { Button, Group, Paper, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Money } from '../../ui/display/money.tsx';
import { RedeemField } from './redeem-field.tsx';

/** The balance, spend and payments, with buttons to top up. */
export function SummaryCard({ topUp }: { topUp: () => void }) {
  const { t } = useTranslation();
  const self = useEndpoint(calls.getSelf);
  const amount = (quota: number | undefined) =>
    quota === undefined ? <Skeleton height={22} width={80} my={4} /> : <Money quota={quota} />;
  return (
    <Paper
      withBorder
      px="lg"
      py="md"
      component="section"
      aria-label={t('wallet.summary.label')}
      className="wallet-summary"
    >
      <Group justify="space-between" align="center" gap="lg">
        <Group align="flex-end" component="dl" m={0} className="wallet-figures">
          <Figure label={t('wallet.summary.balance')} main>
            {amount(self.data?.quota)}
          </Figure>
          <Figure label={t('wallet.summary.spent')}>{amount(self.data?.used_quota)}</Figure>
          <Figure label={t('wallet.summary.topUps')}>{amount(self.data?.total_topup)}</Figure>
        </Group>
        <Button size="md" leftSection={<IconPlus size={18} />} onClick={topUp}>
          {t('wallet.topUp')}
        </Button>
      </Group>
      <RedeemField />
    </Paper>
  );
}

function Figure({
  label,
  main = false,
  children,
}: {
  label: string;
  main?: boolean;
  children: ReactNode;
}) {
  return (
    <div data-main={main || undefined}>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fz={main ? 28 : 20} lh={1.3} fw={600} className="tabular">
        {children}
      </Text>
    </div>
  );
}
