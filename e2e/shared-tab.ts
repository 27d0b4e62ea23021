import type { Browser, BrowserContext, Page } from '@playwright/test';

/** A tab for one test after the other. */
export interface SharedTab {
  /** Returns its page, as if new. */
  take(): Promise<Page>;
  /** Removes what a test has left. */
  clean(): Promise<void>;
}

/** A path of every gateway at which no code of the console runs. */
const PLAIN_PATH = '/healthz';

/**
 * Returns a tab that opens when first taken. It is closed instead of cleaned if its page is closed, or its
 * last page's server is away.
 */
export function createSharedTab(browser: Browser): SharedTab {
  const scripts: { dispose(): Promise<void> }[] = [];
  let page: Page | undefined;
  const rememberScripts = (target: Page | BrowserContext) => {
    const add = target.addInitScript.bind(target) as (...all: unknown[]) => Promise<never>;
    target.addInitScript = async (...all: unknown[]) => {
      const script = await add(...all);
      scripts.push(script);
      return script;
    };
  };
  const open = async () => {
    const opened = await (await browser.newContext()).newPage();
    rememberScripts(opened);
    rememberScripts(opened.context());
    return opened;
  };
  return {
    take: async () => (page ??= await open()),
    async clean() {
      const used = page;
      if (!used) return;
      page = undefined;
      const undo = scripts.splice(0).map((script) => script.dispose());
      const isClean = Promise.all(undo).then(() => reset(used));
      if (await isClean.catch(() => false)) page = used;
      // Not awaited: of a page that has crashed, Chromium never says that it is closed.
      else
        void used
          .context()
          .close()
          .catch(() => undefined);
    },
  };
}

/** Returns false if the page can't be used again. */
async function reset(page: Page): Promise<boolean> {
  const context = page.context();
  page.removeAllListeners();
  context.removeAllListeners();
  const others = context.pages().filter((one) => one !== page);
  await Promise.all(others.map((other) => other.close()));
  if (page.isClosed()) return false;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await page.emulateMedia({
    media: null,
    colorScheme: null,
    reducedMotion: 'reduce',
    forcedColors: null,
    contrast: null,
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  const { origin, protocol } = new URL(page.url());
  if (protocol === 'http:') {
    const response = await page.goto(origin + PLAIN_PATH);
    if (!response?.ok()) return false;
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }
  await context.clearCookies();
  return true;
}
