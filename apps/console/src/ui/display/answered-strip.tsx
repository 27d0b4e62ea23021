import { useTranslation } from '../../texts.tsx';
import { formatAnswered } from '../format/format-answered.ts';
import { DayBars } from './day-bars.tsx';

/** How calls were answered, a bar a day, and the share of all. */
export function AnsweredStrip({
  days,
  answered,
  firstDay,
}: {
  /** Null for a day without calls. */
  days: readonly (number | null)[];
  /** Null where there were too few calls to say. */
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
