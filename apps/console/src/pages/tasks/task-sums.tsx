import type { TaskTotals } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatCard, StatCards } from '../../ui/display/stat-card.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

const SUMS = ['count', 'failed', 'charged', 'refunded', 'net'] as const;

export interface TaskSumsProps {
  totals: TaskTotals;
  /** Number of tasks that were summed up. */
  total: number;
  /** False if there are more tasks than are counted. */
  total_is_exact?: boolean | undefined;
}

/** Totals of the filtered tasks: charges minus refunds are their cost. Dashes until they are known. */
export function TaskSums({ of }: { of: TaskSumsProps | undefined }) {
  const { t } = useTranslation();
  if (!of)
    return (
      <StatCards>
        {SUMS.map((name) => (
          <StatCard key={name} label={t(`tasks.sums.${name}`)}>
            –
          </StatCard>
        ))}
      </StatCards>
    );
  const {
    totals: { quota, refunded, failed },
    total,
    total_is_exact: isExact = true,
  } = of;
  const more = isExact ? '' : '+';
  return (
    <StatCards>
      <StatCard label={t('tasks.sums.count')}>{`${formatNumber(total)}${more}`}</StatCard>
      <StatCard label={t('tasks.sums.failed')}>{`${formatNumber(failed)}${more}`}</StatCard>
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
