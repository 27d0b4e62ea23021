import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { type CSSProperties, type PointerEvent, useState } from 'react';
import { useIsMobile } from '../hooks/use-is-mobile.ts';
import { axisTicks, labelledIntervals } from './axis-scale.ts';
import { ChartCard, describeInterval } from './chart-card.tsx';
import { type ChartData, extentOf } from './chart-data.ts';
import './charts.css';

const HEIGHT = 284;
/** Space that the axes take, in pixels. */
const AXIS = { left: 74, right: 4, top: 8, bottom: 26 };
const PLOT_INSET = { inset: `${AXIS.top}px ${AXIS.right}px auto ${AXIS.left}px` };
const PLOT = HEIGHT - AXIS.top - AXIS.bottom;

/**
 * Stacked bars over time with axes and a grid. A band follows the pointer, touch or arrow keys, and a card
 * shows the values of its interval; on a phone the card is a block below the chart.
 */
export function StackedChart(data: ChartData) {
  const { series, intervals, formatAxis, whole, label } = data;
  const mobile = useIsMobile();
  const [active, setActive] = useState<number>();
  const shown = active !== undefined && active < intervals.length ? active : undefined;
  const extent = extentOf(data);
  const ticks = axisTicks(extent.top, whole, extent.bottom);
  const domain: [number, number] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const labels = new Map(intervals.map(({ start, label: text }) => [start, text]));
  const marked = labelledIntervals(
    intervals.map(({ beginsDay }) => beginsDay),
    mobile ? 4 : 8,
  );
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share =
      (event.clientX - box.left - AXIS.left) / (box.width - AXIS.left - AXIS.right || 1);
    setActive(Math.max(0, Math.min(intervals.length - 1, Math.floor(share * intervals.length))));
  };
  return (
    <>
      <figure
        className="stacked-chart"
        aria-label={label}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(undefined)}
      >
        <BarChart
          h={HEIGHT}
          type="stacked"
          data={intervals.map(({ start }, index) => ({
            start,
            ...Object.fromEntries(series.map(({ values }, slot) => [`s${slot}`, values[index]])),
          }))}
          dataKey="start"
          series={series.map(({ color, name }, slot) => ({
            name: `s${slot}`,
            label: name,
            color,
          }))}
          withTooltip={false}
          gridAxis="x"
          tickLine="none"
          gridColor="var(--grid)"
          strokeDasharray="0"
          barProps={{ isAnimationActive: false }}
          barChartProps={{
            margin: { top: AXIS.top, right: AXIS.right, bottom: 0, left: 0 },
            accessibilityLayer: false,
            stackOffset: 'sign',
            barCategoryGap: '14%',
          }}
          xAxisProps={{
            height: AXIS.bottom,
            ticks: marked.map((index) => intervals[index]?.start ?? 0),
            interval: 0,
            tickFormatter: (start: number) => labels.get(start) ?? '',
            padding: { left: 0, right: 0 },
          }}
          yAxisProps={{ width: AXIS.left, ticks, domain, tickFormatter: formatAxis }}
        />
        <Overlay data={data} active={shown} domain={domain} />
        <input
          type="range"
          className="chart-slider"
          min={0}
          max={Math.max(0, intervals.length - 1)}
          step={1}
          value={shown ?? Math.max(0, intervals.length - 1)}
          aria-label={label}
          aria-valuetext={describeInterval(data, shown ?? intervals.length - 1)}
          onChange={(event) => setActive(Number(event.currentTarget.value))}
          onFocus={() => shown === undefined && setActive(intervals.length - 1)}
          onKeyDown={(event) => event.key === 'Escape' && setActive(undefined)}
          onBlur={() => setActive(undefined)}
        />
        {shown === undefined || mobile ? null : (
          <ChartCard data={data} index={shown} style={besides(shown, intervals.length)} />
        )}
      </figure>
      {shown !== undefined && mobile ? <ChartCard data={data} index={shown} /> : null}
    </>
  );
}

/** The band, and a tick on each bar at the value of the previous period. */
function Overlay({
  data: { before, intervals },
  active,
  domain: [bottom, top],
}: {
  data: ChartData;
  active: number | undefined;
  domain: readonly [number, number];
}) {
  const width = 100 / Math.max(1, intervals.length);
  return (
    <div className="chart-plot" style={{ height: PLOT, ...PLOT_INSET }} aria-hidden>
      {active === undefined ? null : (
        <div className="chart-band" style={{ left: `${active * width}%`, width: `${width}%` }} />
      )}
      {intervals.map(({ start }, index) => {
        const value = before[index] ?? 0;
        return value !== 0 ? (
          <div
            key={start}
            className="chart-before"
            style={{
              left: `${(index + 0.14) * width}%`,
              width: `${width * 0.72}%`,
              bottom: ((value - bottom) / (top - bottom)) * PLOT - 1,
            }}
          />
        ) : null;
      })}
    </div>
  );
}

/** Positions the card next to the band, on the side with more space. */
function besides(index: number, count: number): CSSProperties {
  const at = (share: number) =>
    `calc(${AXIS.left}px + (100% - ${AXIS.left + AXIS.right}px) * ${share.toFixed(4)})`;
  return index < count / 2
    ? { left: at((index + 1) / count), marginLeft: 8 }
    : { left: at(index / count), transform: 'translateX(calc(-100% - 8px))' };
}
