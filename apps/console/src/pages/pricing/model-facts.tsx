import { useTranslation } from '../../texts.tsx';
import { AnsweredStrip } from '../../ui/display/answered-strip.tsx';
import { StatCard, StatCards } from '../../ui/display/stat-card.tsx';
import { formatSeconds } from '../../ui/format/format-seconds.ts';
import { useModelStatus } from '../../ui/hooks/use-model-status.ts';
import { formatContext } from './format-context.ts';
import type { PriceRow } from './price-rows.ts';

/** What a model is judged by besides prices per token: how much it takes, how fast and how reliable it is. */
export function ModelFacts({ row }: { row: PriceRow }) {
  const { t } = useTranslation();
  const { model_name: name, max_output: longest, context, shown } = row;
  const status = useModelStatus().statusOf(name);
  const firstTokenMs = status?.first_token_ms;
  const answered = status?.answered;
  const cards = [
    ...('call' in shown
      ? [
          {
            label: t('pricing.columns.call'),
            value: t('pricing.price.call', { price: shown.call }),
          },
        ]
      : []),
    ...(context === undefined
      ? []
      : [{ label: t('pricing.columns.context'), value: formatContext(context) }]),
    ...(longest === undefined
      ? []
      : [{ label: t('pricing.details.longest'), value: formatContext(longest) }]),
    ...(typeof firstTokenMs === 'number'
      ? [{ label: t('pricing.details.firstTokenShort'), value: formatSeconds(firstTokenMs) }]
      : []),
    ...(status && typeof answered === 'number'
      ? [
          {
            label: t('pricing.details.answered'),
            value: <AnsweredStrip days={status.days} answered={answered} />,
          },
        ]
      : []),
  ];
  if (cards.length === 0) return null;
  return (
    <StatCards>
      {cards.map(({ label, value }) => (
        <StatCard key={label} label={label}>
          {value}
        </StatCard>
      ))}
    </StatCards>
  );
}
