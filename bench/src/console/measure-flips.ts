import type { Browser, CDPSession } from 'playwright-core';
import { median } from '../median.ts';

export interface Flips {
  /** Of the page's own thread, a flip. */
  cpuMs: number;
  worstMs: number;
}

/** Goes through pages of a list by its button and measures the processor time that each took. */
export async function measureFlips(
  browser: Browser,
  { url, user, flips }: { url: string; user: string; flips: number },
): Promise<Flips> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript((stored) => {
      localStorage.setItem('language', 'en');
      localStorage.setItem('user', stored);
    }, user);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url, { waitUntil: 'networkidle' });
    const rows = page.locator('table tbody tr');
    await rows.nth(99).waitFor();
    const spent: number[] = [];
    for (let turn = 0; turn < flips; turn += 1) {
      const before = await readTaskMs(session);
      const answered = page.waitForResponse((response) => response.url().includes('/api/'));
      await page.getByRole('button', { name: 'Next page' }).click();
      await answered;
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(400);
      spent.push((await readTaskMs(session)) - before);
    }
    return { cpuMs: median(spent), worstMs: Math.max(...spent) };
  } finally {
    await context.close();
  }
}

async function readTaskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}
