import type { Locator, Page } from '@playwright/test';

/**
 * Returns what is open in this role, once it has the focus. It takes it a moment after it appears: a key pressed
 * before may go to what it focuses first instead of the element that was meant.
 */
export function focused(page: Page, role: 'dialog' | 'menu'): Locator {
  return page.locator(`[role=${role}]:focus-within`);
}
