import { useTranslation } from '../../texts.tsx';
import { formatAnswered } from '../format/format-answered.ts';
import './answered-strip.css';

const WIDTH = 3;
const HEIGHT = 16;
/** From here on a day was a good one, or at least not a bad one. */
const GOOD = 0.99;
const FAIR = 0.95;

/** How calls were answered, a bar a day, and the share of all. */
export function AnsweredStrip({
  days,
  answered,
}: {
  /** Null for a day without calls. */
  days: readonly (number | null)[];
  answered: number;
}) {
  const { t } = useTranslation();
  const share = formatAnswered(answered);
  return (
    <span className="answered tabular">
      <svg
        viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('ui.answered.days', { share })}
      >
        {days.map((day, index) => (
          <rect
            // Days have places.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={day === null ? 'none' : day >= GOOD ? 'good' : day >= FAIR ? 'fair' : 'bad'}
            x={index * WIDTH}
            y={day === null ? HEIGHT - 2 : 0}
            width={WIDTH - 1}
            height={day === null ? 2 : HEIGHT}
          />
        ))}
      </svg>
      {share}
    </span>
  );
}
