import { expect, type Page, test } from '@playwright/test';
import { listConsolePages } from '../console-pages.ts';
import { type FilledGateway, startFilledGateway } from '../filled-gateway.ts';
import { findOpenedFaults } from '../find-opened-faults.ts';
import { findSmallTargets } from '../find-small-targets.ts';
import { CONTRAST, findViolations } from '../find-violations.ts';
import { collectProblems, openPage, type PageWish } from '../open-page.ts';
import { resize, WIDTHS } from '../resize.ts';
import { turnPage } from '../turn-page.ts';

const [WIDE = 0, NARROW = 0] = WIDTHS;

// The longest of all files: all workers take part, each before a gateway of its own.
test.describe.configure({ mode: 'parallel' });

let gateway: FilledGateway;
// One page for all visits of a worker, and one for those of visitors: what it compiled it keeps.
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
 * The first visit loads the console, those after it turn the page, and start as the last one ended but in
 * Chinese and light. Answers the errors that the browser tells from now on.
 */
async function open(page: Page, path: string, visit: PageWish): Promise<string[]> {
  page.removeAllListeners();
  if (page.url() === 'about:blank') return openPage(page, visit);
  const problems = collectProblems(page);
  await resize(page, WIDE);
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await page.getByRole('button', { name: 'Switch to Chinese' }).click();
  await page.getByRole('button', { name: '切换到英文' }).waitFor();
  await turnPage(page, path);
  return problems;
}

/** What looks of opened parts axe has judged in this worker. */
const judged = new Set<string>();

interface Visit {
  path: string;
  signedIn: boolean;
  inAllFour?: true;
}

/** Pages with something special: those with the most shared pieces are seen in all four together. */
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

/**
 * Each page is opened narrow, in Chinese and light, made wide, switched to dark and English by the header,
 * and made narrow again, where all that it has to open is opened: one visit shows all that a user can make
 * of it. All rules of axe run once in each width and language; the other two looks are judged by contrast,
 * which is all that a theme can break.
 */
for (const { path, signedIn, inAllFour } of [...LISTED, ...OTHERS]) {
  test(`${path}${signedIn ? '' : ' (visitor)'} in both languages and themes, wide and narrow: axe finds nothing, nothing sticks out, no table scrolls sideways at 1280, no target is small for a finger, neither on what opens, no error`, async () => {
    const page = pages.get(signedIn) as Page;
    await page.emulateMedia({ reducedMotion: null });
    const check = async (width: number, rules?: readonly string[]) => {
      await resize(page, width);
      await expect(page.locator('h1').first()).toBeVisible();
      expect([width, await findViolations(page, undefined, rules)]).toEqual([width, []]);
      if (width === NARROW) expect(await findSmallTargets(page)).toEqual([]);
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
    await check(NARROW);
    await check(WIDE, CONTRAST);
    // A laptop: columns give way before a table scrolls sideways.
    await resize(page, 1280);
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
    await resize(page, WIDE);
    expect(await languageOf()).toBe('zh-CN');
    await page.getByRole('button', { name: '切换到深色主题' }).click();
    if (inAllFour) await check(WIDE);
    await page.getByRole('button', { name: '切换到英文' }).click();
    // Its label is in the new language once all texts are.
    await page.getByRole('button', { name: 'Switch to Chinese' }).waitFor();
    await page.mouse.move(0, 799);
    if (inAllFour) {
      await page.getByRole('button', { name: 'Switch to light theme' }).click();
      await page.mouse.move(0, 799);
      await check(WIDE);
      await page.getByRole('button', { name: 'Switch to dark theme' }).click();
      await page.mouse.move(0, 799);
    }
    await check(WIDE);
    await check(NARROW, CONTRAST);
    expect(await languageOf()).toBe('en');
    expect(problems).toEqual([]);
    if (!PLAIN.test(path)) return;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // In the language and theme of now, or what was opened in one would be opened in the other again.
    const again = () => openPage(page, { ...visit, language: 'en', theme: 'dark' });
    expect(await findOpenedFaults(page, again, judged)).toEqual([]);
  });
}
