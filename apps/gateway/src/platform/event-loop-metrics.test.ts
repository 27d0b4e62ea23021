import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showEventLoopDelay } from './event-loop-metrics.ts';
import { registry } from './metrics.ts';

const MINUTE_MS = 60_000;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  showEventLoopDelay();
});

const read = async (percentile: string) => {
  const text = await registry.getSingleMetricAsString('tollgate_event_loop_delay');
  return Number(new RegExp(`percentile="${percentile}"\\} (\\S+)`).exec(text)?.[1]);
};

test('the longest stall of the event loop is reported for at least a minute, however often it is scraped, by one timer at a time', async () => {
  const windows: { longestMs: number; isOn: boolean }[] = [];
  const running = () => windows.filter(({ isOn }) => isOn).length;
  showEventLoopDelay(() => {
    const window = { longestMs: 20, isOn: false };
    windows.push(window);
    return {
      enable: () => (window.isOn = true),
      disable: () => !(window.isOn = false),
      percentile: (percentile) => (percentile === 100 ? window.longestMs : 20) * 1e6,
    };
  });
  expect(await read('max')).toBe(0);
  for (const window of windows) window.longestMs = 320;
  expect(await read('max')).toBeCloseTo(0.3);
  expect(await read('max')).toBeCloseTo(0.3);
  expect(await read('0.99')).toBe(0);
  expect(running()).toBe(1);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(running()).toBe(1);
  expect(await read('max')).toBeCloseTo(0.3);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await read('max')).toBe(0);
});

test('no other metric needs a timer for the event loop', () => {
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('nodejs_eventloop_lag'))).toEqual([
    'nodejs_eventloop_lag_seconds',
  ]);
});
