import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { HintText } from '../../ui/display/hint-text.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatCard } from '../../ui/display/stat-card.tsx';

type LogStat = { quota: number; rpm: number; tpm: number };
const UNKNOWN = '–';

/** What was spent in the window, and how busy the last minute was. */
export function StatCards({ stat }: { stat: LogStat | undefined }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mb="sm">
      <StatCard label={t('logs.cards.quota')} wide>
        {stat ? <Money quota={stat.quota} /> : UNKNOWN}
      </StatCard>
      <StatCard label={<HintText hint={t('logs.cards.rpmHint')}>{t('logs.cards.rpm')}</HintText>}>
        {stat?.rpm.toLocaleString() ?? UNKNOWN}
      </StatCard>
      <StatCard label={<HintText hint={t('logs.cards.tpmHint')}>{t('logs.cards.tpm')}</HintText>}>
        {stat?.tpm.toLocaleString() ?? UNKNOWN}
      </StatCard>
    </SimpleGrid>
  );
}
