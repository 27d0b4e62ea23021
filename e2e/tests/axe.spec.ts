import { expect, type Page, test } from '@playwright/test';
import { listConsolePages } from '../console-pages.ts';
import { type FilledGateway, startFilledGateway } from '../filled-gateway.ts';
import { findOpenedFaults, LATE_MS } from '../find-opened-faults.ts';
import { findSmallTargets } from '../find-small-targets.ts';
import { findViolations, type Scope } from '../find-violations.ts';
import { collectProblems, openPage, type PageWish } from '../open-page.ts';
import { resize, WIDTHS } from '../resize.ts';
import { navigateInApp, SMALL_PAGE } from '../navigate-in-app.ts';

const [WIDE = 0, NARROW = 0] = WIDTHS;
const LAPTOP = 1280;
/** A laptop zoomed to 400 %. */
const ZOOMED = 320;

// A visit that fails doesn't end the others.
test.describe.configure({ mode: 'parallel' });

let gateway: FilledGateway;
// One page for all signed-in visits of a worker, and one for visitors, so that compiled code is reused.
const pages = new Map<boolean, Page>();
test.beforeAll(async ({ browser }) => {
  gateway = await startFilledGateway({ isFuller: true });
  for (const signedIn of [true, false]) pages.set(signedIn, await browser.newPage());
});
test.afterAll(async () => {
  for (const page of pages.values()) await page.close();
  await gateway.stop();
});

/**
 * The first visit loads the console; later ones navigate within it, after resetting theme, language and width
 * (to light, Chinese and narrow) on a small page. What the page before has opened late may cover the header:
 * then the page is loaded again. Returns the errors that the browser reports from now on.
 */
async function open(page: Page, path: string, visit: PageWish): Promise<string[]> {
  page.removeAllListeners();
  if (page.url() === 'about:blank') return openPage(page, visit);
  const problems = collectProblems(page);
  await navigateInApp(page, SMALL_PAGE);
  await resize(page, WIDE);
  const isFree = await page
    .getByRole('button', { name: 'Switch to light theme' })
    .click({ timeout: LATE_MS })
    .then(() => true)
    .catch(() => false);
  if (!isFree) {
    page.removeAllListeners();
    return openPage(page, visit);
  }
  await page.getByRole('button', { name: 'Switch to Chinese' }).click();
  await page.getByRole('button', { name: '切换到英文' }).waitFor();
  await resize(page, NARROW);
  await navigateInApp(page, path);
  return problems;
}

/** Looks of opened parts that axe has already judged in this worker. */
const judged = new Set<string>();

interface Visit {
  path: string;
  signedIn: boolean;
  inAllFour?: true;
}

/**
 * Special pages; those with the most shared components are checked in all four combinations of language and
 * theme.
 */
const LISTED: Visit[] = [
  { path: '/', signedIn: false },
  { path: '/', signedIn: true },
  { path: '/about', signedIn: false },
  { path: '/login', signedIn: false },
  { path: '/register', signedIn: false },
  { path: '/token', signedIn: true, inAllFour: true },
  { path: '/channel', signedIn: true },
  { path: '/channel/add', signedIn: true, inAllFour: true },
  { path: '/channel/edit/1', signedIn: true },
  { path: '/docs/errors', signedIn: false },
  { path: '/pricing', signedIn: false },
  { path: '/pricing/gpt-4o', signedIn: false },
  { path: '/redemption', signedIn: true },
  { path: '/registration-codes', signedIn: true },
  { path: '/traffic', signedIn: true },
  { path: '/traffic/1', signedIn: true },
  { path: '/user', signedIn: true },
  { path: '/user/edit', signedIn: true },
  { path: '/user/edit/2', signedIn: true },
  { path: '/log', signedIn: true },
  { path: '/midjourney', signedIn: true },
  { path: '/task', signedIn: true },
  { path: '/batch', signedIn: true },
  { path: '/topup', signedIn: true },
  { path: '/checkout-success', signedIn: true },
  { path: '/detail', signedIn: true },
  { path: '/setting', signedIn: true },
  { path: '/setting?tab=operation', signedIn: true },
  { path: '/setting?section=ratio', signedIn: true },
  { path: '/setting?tab=system&section=payment', signedIn: true },
  { path: '/setting?q=link', signedIn: true },
  { path: '/system', signedIn: true },
  { path: '/no-such-page', signedIn: true },
];

/** A path without an id or a filter. */
const PLAIN = /^\/[a-z/-]*$/;

/** Every other page of the console that needs no id and no link. */
const OTHERS: Visit[] = listConsolePages()
  .filter(
    ({ path }) =>
      PLAIN.test(path) && path !== '/chat2link' && !LISTED.some((one) => one.path === path),
  )
  .map(({ path, access }) => ({ path, signedIn: access !== 'public' }));

/** Returns what moves without end. */
const listEndless = () =>
  document
    .getAnimations()
    .filter((one) => one.effect?.getComputedTiming().iterations === Infinity)
    .map((one) => (one as CSSAnimation).animationName);

/**
 * Each page is opened narrow, in Chinese and light, widened, switched to dark and English in the header, and
 * narrowed again, where everything it can open is opened: one visit covers everything a user can turn it
 * into. All axe rules run once per width and language; the other two combinations are checked only for
 * contrast, the only thing a theme can break. After the first run, contrast is judged for looks that are new.
 */
for (const { path, signedIn, inAllFour } of [...LISTED, ...OTHERS]) {
  test(`${path}${signedIn ? '' : ' (visitor)'} has no axe violations, overflow, endless motion or browser errors in both languages and themes, wide and narrow, and no overflow zoomed; no table scrolls sideways at ${LAPTOP}, and no target is too small for a finger, in what opens neither`, async () => {
    const page = pages.get(signedIn) as Page;
    const check = async (width: number, scope: Scope) => {
      await resize(page, width);
      await expect(page.locator('h1').first()).toBeVisible();
      expect([width, await findViolations(page, undefined, scope)]).toEqual([width, []]);
      if (width === NARROW) expect(await findSmallTargets(page)).toEqual([]);
      await expectNoOverflow(width);
    };
    const expectNoOverflow = async (width: number) => {
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect([width, Math.max(0, beyond)]).toEqual([width, 0]);
    };
    const languageOf = () => page.evaluate(() => document.documentElement.lang);
    const url = gateway.url + path;
    const visit = { url, user: signedIn ? gateway.user : '', language: 'zh', theme: 'light' };
    const problems = await open(page, path, visit);
    await resize(page, NARROW);
    await check(NARROW, { looks: 'all' });
    // Tables drop columns before they scroll sideways.
    await check(LAPTOP, { rules: 'contrast', looks: 'new' });
    const scrolling = page.locator('.data-table-scroll');
    await expect
      .poll(() =>
        scrolling.evaluateAll((frames) =>
          frames
            .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
            .filter((beyond) => beyond > 1),
        ),
      )
      .toEqual([]);
    expect(await languageOf()).toBe('zh-CN');
    await page.getByRole('button', { name: '切换到深色主题' }).click();
    if (inAllFour) await check(WIDE, { looks: 'new' });
    await page.getByRole('button', { name: '切换到英文' }).click();
    // Its label is translated once all texts have loaded.
    await page.getByRole('button', { name: 'Switch to Chinese' }).waitFor();
    await page.mouse.move(0, 799);
    if (inAllFour) {
      await page.getByRole('button', { name: 'Switch to light theme' }).click();
      await page.mouse.move(0, 799);
      await check(WIDE, { looks: 'new' });
      await page.getByRole('button', { name: 'Switch to dark theme' }).click();
      await page.mouse.move(0, 799);
    }
    await check(WIDE, { looks: 'new' });
    await check(NARROW, { rules: 'contrast', looks: 'new' });
    await resize(page, ZOOMED);
    await expectNoOverflow(ZOOMED);
    await resize(page, NARROW);
    expect(await languageOf()).toBe('en');
    expect(problems).toEqual([]);
    // Tests ask for reduced motion.
    await expect.poll(() => page.evaluate(listEndless)).toEqual([]);
    if (!PLAIN.test(path)) return;
    // Reopens in the current language and theme, so that nothing is opened again in the other one.
    const again = () => openPage(page, { ...visit, language: 'en', theme: 'dark' });
    expect(await findOpenedFaults(page, again, judged)).toEqual([]);
  });
}
