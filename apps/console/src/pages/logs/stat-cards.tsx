import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HintText } from '../../ui/hint-text.tsx';
import { Money } from '../../ui/money.tsx';

type LogStat = { quota: number; rpm: number; tpm: number };
const UNKNOWN = '–';

/** What was spent in the window, and how busy the last minute was. */
export function StatCards({ stat }: { stat: LogStat | undefined }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mb="sm">
      <Card label={t('logs.cards.quota')} wide>
        {stat ? <Money quota={stat.quota} /> : UNKNOWN}
      </Card>
      <Card label={<HintText hint={t('logs.cards.rpmHint')}>{t('logs.cards.rpm')}</HintText>}>
        {stat?.rpm.toLocaleString() ?? UNKNOWN}
      </Card>
      <Card label={<HintText hint={t('logs.cards.tpmHint')}>{t('logs.cards.tpm')}</HintText>}>
        {stat?.tpm.toLocaleString() ?? UNKNOWN}
      </Card>
    </SimpleGrid>
  );
}

/** A wide one takes a row of its own on a phone. */
function Card({
  label,
  wide = false,
  children,
}: {
  label: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <Paper
      withBorder
      px="md"
      py={10}
      className={wide ? 'wide-card' : undefined}
      style={{ borderColor: 'var(--surface-line)' }}
    >
      <Text size="sm" c="dimmed" component="div">
        {label}
      </Text>
      <Text fz={20} fw={600} className="tabular" component="div">
        {children}
      </Text>
    </Paper>
  );
}
