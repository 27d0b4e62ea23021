import './charts.css';

const WIDTH = 100;

/**
 * A figure over time as a small line (null: nothing to show there), with the previous period as a dashed
 * line; below 0 where more was refunded than spent. If all values are 0 the line is gray: neither good nor bad. Hidden from screen readers, as the
 * figures next to it say the same.
 */
export function Sparkline({
  values,
  before = [],
  tone = 'good',
  height = 28,
}: {
  values: readonly (number | null)[];
  before?: readonly (number | null)[];
  /** Red is for failures only. */
  tone?: 'good' | 'bad';
  height?: number;
}) {
  const all = [0, ...values.map(Number), ...before.map(Number)];
  const bottom = Math.min(...all);
  const span = Math.max(1e-9, Math.max(...all) - bottom);
  // Inset by one line width at top and bottom.
  const yOf = (value: number) => height - 1 - ((value - bottom) / span) * (height - 2);
  const count = Math.max(values.length, before.length, 2);
  const points = (course: readonly (number | null)[]) =>
    course.flatMap((value, index) => {
      if (value === null) return [];
      const x = (index / (count - 1)) * WIDTH;
      return [`${x.toFixed(2)},${yOf(value).toFixed(2)}`];
    });
  const line = points(values);
  const past = points(before);
  if (line.length < 2) return <div style={{ height }} />;
  const isFlat = !values.some(Boolean);
  const [first = '', last = ''] = [line[0], line.at(-1)];
  const base = bottom < 0 ? yOf(0).toFixed(2) : height;
  return (
    <svg
      className="sparkline"
      data-tone={isFlat ? 'flat' : tone}
      viewBox={`0 0 ${WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polygon
        points={`${first.split(',')[0]},${base} ${line.join(' ')} ${last.split(',')[0]},${base}`}
      />
      {past.length > 1 ? <polyline className="before" points={past.join(' ')} /> : null}
      <polyline points={line.join(' ')} />
    </svg>
  );
}
