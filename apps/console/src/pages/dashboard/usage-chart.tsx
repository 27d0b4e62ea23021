import { useTranslation } from 'react-i18next';
import type { UsageSeries } from './usage-series.ts';
import { seriesColor } from './series-color.ts';

const HEIGHT = 220;
const WIDTH = 800;
/** Of the room that a piece of time has, the part that its bar takes. */
const BAR = 0.72;

export interface UsageView {
  series: readonly UsageSeries[];
  pieces: readonly number[];
  timeOf: (piece: number) => string;
  format: (value: number) => string;
  label: string;
}

/** Bars over time, a part of each for every model. The same stands in the table that takes its place. */
export function UsageChart({ series, pieces, timeOf, format, label }: UsageView) {
  const { t } = useTranslation();
  const sums = pieces.map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const top = Math.max(...sums, 1);
  const hint = (index: number) =>
    [
      `${timeOf(pieces[index] ?? 0)}: ${format(sums[index] ?? 0)}`,
      ...series
        .filter(({ values }) => values[index] !== 0)
        .map(
          ({ model, values }) => `${model ?? t('dashboard.others')}: ${format(values[index] ?? 0)}`,
        ),
    ].join('\n');
  return (
    <figure className="usage-chart">
      <div className="usage-scale tabular">{format(top)}</div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {pieces.map((piece, index) => (
          <Bar
            key={piece}
            left={(index * WIDTH) / pieces.length}
            width={WIDTH / pieces.length}
            parts={series.map(({ values }) => ((values[index] ?? 0) / top) * HEIGHT)}
            hint={hint(index)}
          />
        ))}
      </svg>
      <figcaption className="usage-scale tabular">
        <span>{timeOf(pieces[0] ?? 0)}</span>
        <span>{timeOf(pieces[Math.floor(pieces.length / 2)] ?? 0)}</span>
        <span>{timeOf(pieces.at(-1) ?? 0)}</span>
      </figcaption>
    </figure>
  );
}

/** One piece of time: its parts on top of each other, the greatest model at the bottom. */
function Bar({
  left,
  width,
  parts,
  hint,
}: {
  left: number;
  width: number;
  /** Heights. */
  parts: readonly number[];
  hint: string;
}) {
  return (
    <g>
      <title>{hint}</title>
      <rect x={left} y={0} width={width} height={HEIGHT} fill="transparent" />
      {parts.map((height, place) =>
        height === 0 ? null : (
          <rect
            key={place}
            x={left + (width * (1 - BAR)) / 2}
            y={HEIGHT - parts.slice(0, place + 1).reduce((sum, part) => sum + part, 0)}
            width={width * BAR}
            height={height}
            fill={seriesColor(place)}
          />
        ),
      )}
    </g>
  );
}
