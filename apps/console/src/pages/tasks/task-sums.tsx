import type { TaskTotals } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatCard, StatCards } from '../../ui/display/stat-card.tsx';

export interface TaskSumsProps {
  totals: TaskTotals;
  /** Tasks that they are of. */
  total: number;
  /** False where there are more tasks than are counted. */
  total_is_exact?: boolean | undefined;
}

/** What the tasks of the filter come to: charged less refunded is what they cost. */
export function TaskSums({
  totals: { quota, refunded, failed },
  total,
  total_is_exact: isExact = true,
}: TaskSumsProps) {
  const { t } = useTranslation();
  const more = isExact ? '' : '+';
  return (
    <StatCards>
      <StatCard label={t('tasks.sums.count')}>{`${total.toLocaleString()}${more}`}</StatCard>
      <StatCard label={t('tasks.sums.failed')}>{`${failed.toLocaleString()}${more}`}</StatCard>
      <StatCard label={t('tasks.sums.charged')}>
        <Money quota={quota} />
        {more}
      </StatCard>
      <StatCard label={t('tasks.sums.refunded')}>
        {refunded > 0 ? '−' : ''}
        <Money quota={refunded} />
        {more}
      </StatCard>
      <StatCard label={t('tasks.sums.net')}>
        <Money quota={quota - refunded} />
        {more}
      </StatCard>
    </StatCards>
  );
}
