import { Text } from '@mantine/core';
import type { LogStat } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { HintText } from '../../ui/display/hint-text.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatCard, StatCards } from '../../ui/display/stat-card.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

const UNKNOWN = '–';

/** Totals of the filtered calls, and the rates of the last minute. */
export function LogSums({ stat }: { stat: LogStat | undefined }) {
  const { t } = useTranslation();
  return (
    <StatCards>
      <StatCard label={t('logs.cards.quota')}>
        {stat ? <Money quota={stat.quota} /> : UNKNOWN}
      </StatCard>
      <StatCard label={t('logs.cards.refunds')}>
        {stat ? <Refunds quota={stat.refunded} /> : UNKNOWN}
      </StatCard>
      <StatCard label={t('logs.cards.calls')}>{stat ? formatNumber(stat.calls) : UNKNOWN}</StatCard>
      <StatCard label={t('logs.cards.failed')}>{stat ? <Failed stat={stat} /> : UNKNOWN}</StatCard>
      <StatCard label={<HintText hint={t('logs.cards.rpmHint')}>{t('logs.cards.rpm')}</HintText>}>
        {stat ? formatNumber(stat.rpm) : UNKNOWN}
      </StatCard>
      <StatCard label={<HintText hint={t('logs.cards.tpmHint')}>{t('logs.cards.tpm')}</HintText>}>
        {stat ? formatNumber(stat.tpm) : UNKNOWN}
      </StatCard>
    </StatCards>
  );
}

function Refunds({ quota }: { quota: number }) {
  return (
    <>
      {quota > 0 ? '−' : ''}
      <Money quota={quota} />
    </>
  );
}

/** How many calls failed, and their share. */
function Failed({ stat: { calls, failed } }: { stat: LogStat }) {
  const share = failed / Math.max(1, calls + failed);
  return (
    <span style={failed > 0 ? { color: 'var(--status-bad)' } : {}}>
      {formatNumber(failed)}
      {failed > 0 ? (
        <Text component="span" fz="sm" fw={400} ms={6}>
          {formatNumber(share, { style: 'percent', maximumFractionDigits: 2 })}
        </Text>
      ) : null}
    </span>
  );
}
