import './charts.css';

const WIDTH = 100;

/**
 * The course of a figure as a small line (null: nothing to show there), and that of the period before as a dashed one. Where all is 0
 * it is a grey line: neither news nor an error. It says nothing that the figures beside it do not, so screen readers pass it by.
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
      // A line of its own width from both edges.
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
