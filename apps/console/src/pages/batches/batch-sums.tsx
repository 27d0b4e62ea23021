import type { BatchTotals } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatCard, StatCards } from '../../ui/display/stat-card.tsx';

/** Sums of the filtered batches; only of the newest if there are too many to count. */
export function BatchSums({
  totals: { requests, failed, quota, held },
  total,
  total_is_exact: isExact = true,
}: {
  totals: BatchTotals;
  total: number;
  total_is_exact?: boolean | undefined;
}) {
  const { t } = useTranslation();
  const more = isExact ? '' : '+';
  return (
    <StatCards>
      <StatCard label={t('tasks.batch.sums.count')}>{`${total.toLocaleString()}${more}`}</StatCard>
      <StatCard label={t('tasks.batch.requests')}>{`${requests.toLocaleString()}${more}`}</StatCard>
      <StatCard
        label={t('tasks.batch.sums.failed')}
      >{`${failed.toLocaleString()}${more}`}</StatCard>
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
