import type { Page, Request } from '@playwright/test';

/** A page with little on it, which is cheap to draw. */
export const SMALL_PAGE = '/no-such-page';

/**
 * Navigates to a page of the console like a link, without reloading the console, which is most of the cost of
 * opening a page. Waits until all its requests have finished, starting with its own code.
 */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  const pending = new Set<Request>();
  let settled: (() => void) | undefined;
  const begin = (request: Request) => void pending.add(request);
  const end = (request: Request) => {
    pending.delete(request);
    if (pending.size === 0) settled?.();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // What arrives is rendered, and may request more.
  do {
    if (pending.size > 0) await new Promise<void>((resolve) => (settled = resolve));
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  } while (pending.size > 0);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.locator('h1').first().waitFor();
}

/**
 * Opens a page by way of a small one: nothing that the last page, or this one, has opened or filled in is left.
 * For a third of what a load of the console costs.
 */
export async function reopenInApp(page: Page, path: string): Promise<void> {
  await navigateInApp(page, SMALL_PAGE);
  await navigateInApp(page, path);
}
