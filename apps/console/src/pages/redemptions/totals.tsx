import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatCard, StatCards } from '../../ui/display/stat-card.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';
import { STATUS_NAMES } from './query.ts';

/** Number and total value of the filtered codes per status. */
export function RedemptionTotals({
  totals,
}: {
  /** Undefined until they are known. */
  totals: readonly { status: number; count: number; quota: number }[] | undefined;
}) {
  const { t } = useTranslation();
  return (
    <StatCards>
      {STATUS_NAMES.map((name, index) => {
        const { count = 0, quota = 0 } = totals?.find(({ status }) => status === index + 1) ?? {};
        return (
          <StatCard
            key={name}
            label={`${t(`redemptions.status.${name}`)} · ${totals ? formatNumber(count) : '–'}`}
          >
            {totals ? <Money quota={quota} /> : '–'}
          </StatCard>
        );
      })}
    </StatCards>
  );
}
