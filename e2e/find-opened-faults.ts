import type { Page } from '@playwright/test';
import { findSmallTargets } from './find-small-targets.ts';
import { findViolations } from './find-violations.ts';
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

/** Runs in the page: the first opener of a kind not seen yet. Rows differ in what stands after the colon, and in numbers. */
function nextOpener(
  openers: Element[],
  seen: string[],
): { place: number; kind: string } | undefined {
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
  return found && { place, kind: kindOf(found) };
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
 * What axe finds in what is open: as it is on a phone, and in the other theme on a desk, where it stays open
 * there. What looks like something in `judged` is left out: many pages open the same.
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
  const covers = (await page.locator(`${OPENED}:visible`).count()) > 0;
  const found = await findSmallTargets(page, covers ? OPENED : 'body');
  return covers ? [...found, ...(await findViolationsOpened(page, judged))] : found;
}

/** The same of what the red items of an open menu ask; `close` closes that, `reopen` opens the menu again. */
async function findAskedFaults(
  page: Page,
  { close, reopen }: { close: () => Promise<void>; reopen: () => Promise<unknown> },
  judged: Set<string>,
): Promise<string[]> {
  const faults: string[] = [];
  const items = page.locator(`${ASKED}:visible`);
  const names = await items.allInnerTexts();
  for (const [place, name] of names.entries()) {
    if (place > 0) await reopen();
    await items.nth(place).click();
    // Drawn once the menu has closed.
    await page.locator('[role=menu]:visible').waitFor({ state: 'hidden' });
    faults.push(...(await judge(page, judged)).map((fault) => `${name}: ${fault}`));
    await close();
  }
  return faults;
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
    const { place, kind } = next;
    seen.push(kind);
    const { pathname } = new URL(page.url());
    const reopen = () => openers.nth(place).click();
    const close = async () => {
      if (!(await closeAll(page, pathname))) await open();
    };
    await reopen();
    const found = await judge(page, judged);
    found.push(...(await findAskedFaults(page, { close, reopen }, judged)));
    faults.push(...found.map((fault) => `${kind}: ${fault}`));
    await close();
  }
  return faults;
}
