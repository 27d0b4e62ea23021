import type { Page } from '@playwright/test';

/** Of a desktop and of a phone. */
export const WIDTHS = [1440, 390];

/** Sets the window's width and waits until the layout is stable. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const ends = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished.catch(() => undefined));
    await Promise.all(ends);
  });
}
