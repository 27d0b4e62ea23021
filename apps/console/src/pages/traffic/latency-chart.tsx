import { Group, Text } from '@mantine/core';
import type { TrafficComparison, TrafficSide } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { axisTicks } from '../../ui/charts/axis-scale.ts';
import { ReadableSteps } from '../../ui/charts/readable-steps.tsx';
import { useSideName } from './use-side-name.ts';
import { localeOf } from '../../ui/format/locale-of.ts';

const HEIGHT = 220;
const WIDTH = 800;
/** The share of a step's width that its bars take. */
const BARS = 0.72;
const COLORS = ['slate-5', 'gate-7', 'orange-6'];
const colorOf = (index: number) => `var(--mantine-color-${COLORS[index] ?? 'slate-5'})`;

/** The p95 of the time to the first byte over time, a bar per side. The totals are in the table above. */
export function LatencyChart({ rule, total, series, step }: TrafficComparison) {
  const { t, i18n } = useTranslation();
  const sideName = useSideName(rule.kind);
  const sides = total.filter(({ begin_p95_ms: p95 }) => p95 !== null).map(({ side }) => side);
  const time = new Intl.DateTimeFormat(
    localeOf(i18n.language),
    step < 86_400
      ? { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : { month: 'short', day: 'numeric' },
  );
  const steps = series.map(({ at, figures }) => ({
    at,
    name: time.format(at * 1000),
    values: sides.map((side) => p95Of(figures, side)),
  }));
  const ticks = axisTicks(
    Math.max(1, ...steps.flatMap(({ values }) => values.map((value) => value ?? 0))),
  );
  const top = ticks.at(-1) ?? 1;
  const inMs = (ms: number) => t('traffic.comparison.milliseconds', { ms });
  const stepWidth = WIDTH / Math.max(steps.length, 1);
  // Limits the width of bars if there are few steps.
  const width = Math.min((stepWidth * BARS) / Math.max(sides.length, 1), 48);
  return (
    <figure className="latency-chart">
      <Group gap="md" mb="lg">
        {sides.map((side, index) => (
          <Text key={side} size="sm" component="span">
            <span className="swatch" style={{ background: colorOf(index) }} aria-hidden />
            {sideName(side)}
          </Text>
        ))}
      </Group>
      <ReadableSteps
        label={t('traffic.comparison.chart')}
        timeName={t('traffic.comparison.time')}
        columns={sides.map(sideName)}
        steps={steps.map(({ name, values }, index) => ({
          at: (index + 0.5) / steps.length,
          name,
          texts: values.map((value) => (value === null ? '' : inMs(value))),
        }))}
        scale={
          <div className="usage-scale tabular" aria-hidden>
            <span>{steps[0]?.name}</span>
            <span>{steps.length > 1 ? steps.at(-1)?.name : ''}</span>
          </div>
        }
      >
        <div className="latency-axis tabular" aria-hidden>
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
              {inMs(tick)}
            </span>
          ))}
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {steps.map(({ at, values }, place) => (
            <g key={at}>
              {values.map((value, index) => {
                const height = ((value ?? 0) / top) * HEIGHT;
                const left =
                  place * stepWidth + (stepWidth - width * values.length) / 2 + index * width;
                return (
                  <rect
                    key={sides[index]}
                    x={left}
                    y={HEIGHT - height}
                    width={Math.max(width - 1, 1)}
                    height={height}
                    fill={colorOf(index)}
                  />
                );
              })}
            </g>
          ))}
        </svg>
      </ReadableSteps>
    </figure>
  );
}

function p95Of(figures: TrafficComparison['total'], side: TrafficSide): number | null {
  return figures.find((each) => each.side === side)?.begin_p95_ms ?? null;
}
