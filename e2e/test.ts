import { test as base } from '@playwright/test';
import { createSharedTab, type SharedTab } from './shared-tab.ts';

/**
 * Playwright's `test`, whose `page` and `context` are one tab for all tests of a worker: a tab that has
 * loaded the console once has its code compiled, which is half the cost of a load. Each test finds the tab as
 * if new: without storage, cookies, permissions, routes, listeners, init scripts and other pages, at the
 * default size and media. A test that changes anything else, like the clock, opens a context of its own.
 */
export const test = base.extend<object, { tab: SharedTab }>({
  tab: [({ browser }, run) => run(createSharedTab(browser)), { scope: 'worker' }],
  page: async ({ tab }, run) => {
    await run(await tab.take());
    await tab.clean();
  },
  context: ({ page }, run) => run(page.context()),
});
