import type { Page } from '@playwright/test';

/**
 * Holds the page's timers of one delay, from its next load on, until the returned function is called: what is
 * shown for seconds only would be gone before a slow machine looks.
 */
export async function holdTimer(page: Page, delayMs: number): Promise<() => Promise<void>> {
  await page.addInitScript((held) => {
    const start = window.setTimeout;
    const runs: (() => void)[] = [];
    Object.assign(window, {
      setTimeout(run: () => void, ms?: number, ...more: unknown[]) {
        if (ms !== held) return start(run, ms, ...more);
        runs.push(run);
        return 0;
      },
      endHeldTimers: () => runs.splice(0).forEach((run) => run()),
    });
  }, delayMs);
  return () =>
    page.evaluate(() => (window as unknown as { endHeldTimers(): void }).endHeldTimers());
}
