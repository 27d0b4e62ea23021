import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge } from 'prom-client';
import { replaceMetric } from './metrics.ts';

const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;
/** Period that each statistic covers. */
const WINDOW_MS = 60_000;
const PERCENTILES: readonly (readonly [label: string, percentile: number])[] = [
  ['0.5', 50],
  ['0.9', 90],
  ['0.99', 99],
  ['0.999', 99.9],
  ['max', 100],
];

export type Monitor = (options: {
  resolution: number;
}) => Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'disable' | 'percentile'>;

/**
 * Exports how long the event loop was blocked beyond its timer's period, as percentiles and maximum over the
 * last one to two minutes, so that a scrape once a minute sees the longest stall. Costs one 20 ms timer.
 */
export function showEventLoopDelay(monitor: Monitor = monitorEventLoopDelay): void {
  const startWindow = () => {
    const window = monitor({ resolution: RESOLUTION_MS });
    window.enable();
    return window;
  };
  let current = startWindow();
  let previous = current;
  const turn = () => {
    // What it measured can still be read, and its timer wakes an idle process fifty times a second.
    current.disable();
    previous = current;
    current = startWindow();
  };
  setInterval(turn, WINDOW_MS).unref();
  const name = 'tollgate_event_loop_delay';
  const help =
    'Seconds for which the event loop was blocked, by percentile, over the last one to two minutes';
  const collect = function (this: Gauge<'percentile'>): void {
    for (const [label, percentile] of PERCENTILES) {
      const longest = Math.max(previous.percentile(percentile), current.percentile(percentile));
      // An idle event loop is late by one period by design.
      const delay = longest / NANOSECONDS - RESOLUTION_MS / 1000;
      this.set({ percentile: label }, Math.max(0, Number.isFinite(delay) ? delay : 0));
    }
  };
  replaceMetric(
    new Gauge({
      name,
      help,
      labelNames: ['percentile'],
      registers: [],
      collect,
      aggregator: 'max',
    }),
    name,
  );
}
