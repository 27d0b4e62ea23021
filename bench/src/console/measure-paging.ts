/// <reference lib="dom" />
import type { Browser, CDPSession, Page } from 'playwright-core';
import { BenchError } from '../bench-error.ts';
import { median } from '../median.ts';

const ROW_ID = 'data-row-id';
const ROW = `table tbody [${ROW_ID}]`;
const SETTLE_MS = 100;
const QUIET_MS = 400;

export interface Flips {
  /** CPU time of the page's main thread per flip. */
  cpuMs: number;
  worstMs: number;
}

/** Pages through a list with its button and measures the CPU time of each flip. */
export async function measurePaging(
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
    await page.locator('table tbody tr').nth(99).waitFor();
    const spent: number[] = [];
    for (let turn = 0; turn < flips; turn += 1) spent.push(await measureFlip(page, session));
    return { cpuMs: median(spent), worstMs: Math.max(...spent) };
  } finally {
    await context.close();
  }
}

/**
 * Measures one flip, from the click until the new rows are painted and the page is idle. The button is
 * located beforehand: searching thousands of elements is work of the measurement, not of the page.
 */
async function measureFlip(page: Page, session: CDPSession): Promise<number> {
  const row = page.locator(ROW).first();
  const first = await row.getAttribute(ROW_ID);
  const next = page.getByRole('button', { name: 'Next page' });
  await next.scrollIntoViewIfNeeded();
  const box = await next.boundingBox();
  if (!box) throw new BenchError('The list has no button to its next page.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.waitForTimeout(SETTLE_MS);
  const before = await readTaskMs(session);
  await page.mouse.click(x, y);
  await page.waitForFunction(
    ([selector, name, was]) => document.querySelector(selector)?.getAttribute(name) !== was,
    [ROW, ROW_ID, first] as const,
  );
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
  await page.waitForTimeout(QUIET_MS);
  return (await readTaskMs(session)) - before;
}

async function readTaskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}
