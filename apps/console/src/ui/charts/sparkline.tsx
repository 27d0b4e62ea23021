import './charts.css';

const WIDTH = 100;

/**
 * A figure over time as a small line (null: nothing to show there), with the previous period as a dashed
 * line. If all values are 0 the line is gray: neither good nor bad. Hidden from screen readers, as the
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
  const top = Math.max(1e-9, ...values.map(Number), ...before.map(Number));
  const count = Math.max(values.length, before.length, 2);
  const points = (all: readonly (number | null)[]) =>
    all.flatMap((value, index) => {
      if (value === null) return [];
      const x = (index / (count - 1)) * WIDTH;
      // Inset by one line width at top and bottom.
      return [`${x.toFixed(2)},${(height - 1 - (value / top) * (height - 2)).toFixed(2)}`];
    });
  const line = points(values);
  const past = points(before);
  if (line.length < 2) return <div style={{ height }} />;
  const isFlat = !values.some(Boolean);
  const [first = '', last = ''] = [line[0], line.at(-1)];
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
        points={`${first.split(',')[0]},${height} ${line.join(' ')} ${last.split(',')[0]},${height}`}
      />
      {past.length > 1 ? <polyline className="before" points={past.join(' ')} /> : null}
      <polyline points={line.join(' ')} />
    </svg>
  );
}
