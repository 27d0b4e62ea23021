import { useTranslation } from '../../texts.tsx';
import { formatAnswered } from '../format/format-answered.ts';
import { formatUtcDay } from '../format/format-utc-day.ts';
import './answered-strip.css';

const WIDTH = 4;
const HEIGHT = 16;
/** From this share on a day counts as good, or at least as not bad. */
export const GOOD_DAY = 0.99;
const FAIR = 0.95;
const DAY = 86_400;

/** The share of answered calls, as a bar per day. */
export function DayBars({
  days,
  label,
  firstDay,
}: {
  /** Null for a day without calls. */
  days: readonly (number | null)[];
  label: string;
  /** Start of the first day, in seconds; if given, bars show their day and share on hover. */
  firstDay?: number | undefined;
}) {
  const { t, i18n } = useTranslation();
  return (
    <svg
      viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {days.map((share, index) => (
        <rect
          // Days have places.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className={
            share === null ? 'none' : share >= GOOD_DAY ? 'good' : share >= FAIR ? 'fair' : 'bad'
          }
          x={index * WIDTH}
          y={share === null ? HEIGHT - 2 : 0}
          width={WIDTH - 1}
          height={share === null ? 2 : HEIGHT}
        >
          {firstDay === undefined ? null : (
            <title>
              {t('ui.answered.day', {
                day: formatUtcDay(firstDay + index * DAY, i18n.language),
                share: share === null ? t('ui.answered.none') : formatAnswered(share),
              })}
            </title>
          )}
        </rect>
      ))}
    </svg>
  );
}
