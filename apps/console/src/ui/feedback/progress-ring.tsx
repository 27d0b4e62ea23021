const SIZE = 20;
const STROKE = 3;
const RADIUS = (SIZE - STROKE) / 2;
const ROUND = 2 * Math.PI * RADIUS;

/** Progress as a circle that closes. */
export function ProgressRing({
  percent,
  color,
  label,
}: {
  percent: number;
  color: string;
  label: string;
}) {
  const circle = {
    cx: SIZE / 2,
    cy: SIZE / 2,
    r: RADIUS,
    fill: 'none',
    strokeWidth: STROKE,
  };
  return (
    <svg
      width={SIZE}
      height={SIZE}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      style={{ flexShrink: 0 }}
    >
      <circle {...circle} stroke="var(--surface-line)" />
      <circle
        {...circle}
        stroke={color}
        strokeDasharray={`${(ROUND * percent) / 100} ${ROUND}`}
        strokeLinecap={percent === 0 ? 'butt' : 'round'}
        transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
      />
    </svg>
  );
}
