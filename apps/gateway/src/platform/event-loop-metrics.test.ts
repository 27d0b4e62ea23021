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

test('the longest stall of the event loop is reported for at least a minute, however often it is scraped', async () => {
  const windows: { longestMs: number }[] = [];
  showEventLoopDelay(() => {
    const window = { longestMs: 10 };
    windows.push(window);
    return {
      enable: () => true,
      disable: () => true,
      percentile: (percentile) => (percentile === 100 ? window.longestMs : 10) * 1e6,
    };
  });
  expect(await read('max')).toBe(0);
  for (const window of windows) window.longestMs = 310;
  expect(await read('max')).toBeCloseTo(0.3);
  expect(await read('max')).toBeCloseTo(0.3);
  expect(await read('0.99')).toBe(0);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await read('max')).toBeCloseTo(0.3);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await read('max')).toBe(0);
});
