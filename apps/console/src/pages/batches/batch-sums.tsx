import type { BatchTotals } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatCard, StatCards } from '../../ui/display/stat-card.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

interface Sums {
  totals: BatchTotals;
  total: number;
  total_is_exact?: boolean | undefined;
}

/**
 * Sums of the filtered batches; only of the newest if there are too many to count. Dashes until they are
 * known.
 */
export function BatchSums({ of }: { of: Sums | undefined }) {
  const { t } = useTranslation();
  if (!of)
    return (
      <StatCards>
        {(['sums.count', 'requests', 'sums.failed', 'held'] as const).map((name) => (
          <StatCard key={name} label={t(`tasks.batch.${name}`)}>
            –
          </StatCard>
        ))}
        <StatCard label={t('tasks.sums.charged')}>–</StatCard>
      </StatCards>
    );
  const {
    totals: { requests, failed, quota, held },
    total,
    total_is_exact: isExact = true,
  } = of;
  const more = isExact ? '' : '+';
  return (
    <StatCards>
      <StatCard label={t('tasks.batch.sums.count')}>{`${formatNumber(total)}${more}`}</StatCard>
      <StatCard label={t('tasks.batch.requests')}>{`${formatNumber(requests)}${more}`}</StatCard>
      <StatCard label={t('tasks.batch.sums.failed')}>{`${formatNumber(failed)}${more}`}</StatCard>
      <StatCard label={t('tasks.batch.held')}>
        <Money quota={held} />
        {more}
      </StatCard>
      <StatCard label={t('tasks.sums.charged')}>
        <Money quota={quota} />
        {more}
      </StatCard>
    </StatCards>
  );
}
