import { useTranslation } from '../../texts.tsx';
import { formatAnswered } from '../format/format-answered.ts';
import { DayBars } from './day-bars.tsx';

/** The share of answered calls, as a bar per day and in total. */
export function AnsweredStrip({
  days,
  answered,
  firstDay,
}: {
  /** Null for a day without calls. */
  days: readonly (number | null)[];
  /** Null if there were too few calls. */
  answered: number | null;
  firstDay?: number | undefined;
}) {
  const { t } = useTranslation();
  const share = answered === null ? '–' : formatAnswered(answered);
  return (
    <span className="answered tabular">
      <DayBars days={days} firstDay={firstDay} label={t('ui.answered.days', { share })} />
      {share}
    </span>
  );
}
