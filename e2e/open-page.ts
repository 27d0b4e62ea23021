import type { Page } from '@playwright/test';

export interface PageWish {
  url: string;
  /** The console's stored session; empty for a visitor. */
  user: string;
  language: string;
  theme: string;
}

/** Collects the errors that the browser reports, in a list that grows while the page is open. */
export function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  return problems;
}

/**
 * Opens a page and waits until all its requests have finished. Returns a list of the errors that the browser
 * reports, which grows while the page is open.
 */
export async function openPage(
  page: Page,
  { url, user, language, theme }: PageWish,
): Promise<string[]> {
  const problems = collectProblems(page);
  await page.addInitScript(
    ([stored, chosen, mode]) => {
      localStorage.setItem('language', chosen);
      localStorage.setItem('theme-mode', mode);
      if (stored) localStorage.setItem('user', stored);
    },
    [user, language, theme] as const,
  );
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('h1').first().waitFor();
  return problems;
}
