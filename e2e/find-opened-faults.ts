import type { Page } from '@playwright/test';
import { findSmallTargets } from './find-small-targets.ts';
import { CONTRAST, findViolations } from './find-violations.ts';
import { resize, WIDTHS } from './resize.ts';

const [WIDE = 0, NARROW = 0] = WIDTHS;

/** Buttons that open something: they say so, stand in the head of the page, or name a row. */
const OPENERS =
  'main :is([aria-haspopup], [aria-expanded=false]):is(button, input), main div:has(> div > h1) button, main .card-title';
const OPENED = ':is([role=dialog], [role=menu], [role=listbox])';
/** What a menu offers that is asked about first. */
const ASKED = '[role=menu] [data-danger]:not([data-disabled])';
/** No page has that many kinds of them. */
const OPENERS_MAX = 12;
/** Longer than any opener takes to be there. */
const LATE_MS = 10_000;

/** Runs in the page: the first opener of a kind not seen yet. Rows differ in what stands after the colon, and in numbers. */
function nextOpener(
  openers: Element[],
  seen: string[],
): { place: number; kind: string; opensMenu: boolean } | undefined {
  const kindOf = (element: Element) =>
    element.matches('.card-title')
      ? 'row'
      : (element.getAttribute('aria-label') ?? element.textContent ?? '')
          .replace(/:.*/, '')
          .replaceAll(/\d+/g, '');
  const place = openers.findIndex(
    (one) => one.checkVisibility() && !one.matches(':disabled') && !seen.includes(kindOf(one)),
  );
  const found = openers[place];
  if (!found) return undefined;
  const opensMenu = found.getAttribute('aria-haspopup') === 'menu';
  return { place, kind: kindOf(found), opensMenu };
}

/** Closes what is open by Escape; false where it stays for a while, or the page was left. */
async function closeAll(page: Page, path: string): Promise<boolean> {
  const opened = page.locator(`${OPENED}:visible`);
  if ((await opened.count()) > 0) await page.keyboard.press('Escape');
  const closes = opened.first().waitFor({ state: 'hidden', timeout: 2000 });
  const closed = await closes.then(
    () => true,
    () => false,
  );
  return closed && new URL(page.url()).pathname === path;
}

/**
 * What axe finds in what is open: as it is on a phone, there in the other theme, and so on a desk, where it
 * stays open. What looks like something in `judged` is left out: many pages open the same.
 */
async function findViolationsOpened(page: Page, judged: Set<string>): Promise<string[]> {
  const opened = page.locator(`${OPENED}:visible`);
  const looks = (await opened.allInnerTexts()).join('\n').replaceAll(/\d+/g, '');
  if (judged.has(looks)) return [];
  judged.add(looks);
  const switchTheme = () =>
    page.evaluate(() => {
      const { dataset } = document.documentElement;
      dataset.mantineColorScheme = dataset.mantineColorScheme === 'dark' ? 'light' : 'dark';
    });
  const found = await findViolations(page, OPENED);
  // Colours that each element inherits in transition arrive late.
  await page.addStyleTag({ content: '* { transition: none !important; }' });
  await switchTheme();
  found.push(...(await findViolations(page, OPENED, CONTRAST)));
  await resize(page, WIDE);
  if ((await opened.count()) > 0) found.push(...(await findViolations(page, OPENED)));
  await switchTheme();
  await resize(page, NARROW);
  return found;
}

/** What is wrong with what covers the page, if anything does; else with the page itself. */
async function judge(page: Page, judged: Set<string>): Promise<string[]> {
  // What is fetched on the way in comes with its own piece.
  await page.waitForLoadState('networkidle');
  await page
    .locator(`:is(${OPENED}) .mantine-Skeleton-root`)
    .first()
    .waitFor({ state: 'detached' });
  const covers = (await page.locator(`${OPENED}:visible`).count()) > 0;
  const found = await findSmallTargets(page, covers ? OPENED : 'body');
  return covers ? [...found, ...(await findViolationsOpened(page, judged))] : found;
}

/** What the red items of a menu that opens are called. */
async function listAsked(page: Page): Promise<string[]> {
  await page.locator('[role=menu]:visible').waitFor();
  return page.locator(`${ASKED}:visible`).allInnerTexts();
}

/**
 * What is wrong with what the openers of a page open on a phone, each after the kind of its opener: targets
 * too small for a finger, and what axe finds, but in what looks `judged` already. `open` loads the page again, for what does not close by Escape.
 */
export async function findOpenedFaults(
  page: Page,
  open: () => Promise<unknown>,
  judged: Set<string>,
): Promise<string[]> {
  const faults: string[] = [];
  const seen: string[] = [];
  const openers = page.locator(OPENERS);
  while (seen.length < OPENERS_MAX) {
    const next = await openers.evaluateAll(nextOpener, seen);
    if (!next) break;
    const { place, kind, opensMenu } = next;
    seen.push(kind);
    const { pathname } = new URL(page.url());
    const close = async () => {
      if (!(await closeAll(page, pathname))) await open();
    };
    // A piece that comes late covers the next opener after all looked closed.
    const reopen = () =>
      openers
        .nth(place)
        .click({ timeout: LATE_MS })
        .catch(() => close().then(() => openers.nth(place).click()));
    await reopen();
    const asked = opensMenu ? await listAsked(page) : [];
    const found = await judge(page, judged);
    await close();
    for (const [item, name] of asked.entries()) {
      await reopen();
      await page.locator(`${ASKED}:visible`).nth(item).click();
      // What it asks is drawn once the menu has closed.
      await page.locator('[role=menu]:visible').waitFor({ state: 'hidden' });
      found.push(...(await judge(page, judged)).map((fault) => `${name}: ${fault}`));
      await close();
    }
    faults.push(...found.map((fault) => `${kind}: ${fault}`));
  }
  return faults;
}
