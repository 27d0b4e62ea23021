import type { Page } from '@playwright/test';
import { findSmallTargets } from './find-small-targets.ts';
import { findViolations } from './find-violations.ts';
import { resize, WIDTHS } from './resize.ts';

const [WIDE = 0, NARROW = 0] = WIDTHS;

/** Buttons that open something: marked as such, in the page header, or naming a row. */
const OPENERS =
  'main :is([aria-haspopup], [aria-expanded=false]):is(button, input), main div:has(> div > h1) button, main .card-title';
const OPENED = ':is([role=dialog], [role=menu], [role=listbox])';
const DIALOG = '[role=dialog]';
/** Menu items that ask for confirmation first. */
const ASKED = '[role=menu] [data-danger]:not([data-disabled])';
/** No page has more kinds of openers. */
const OPENERS_MAX = 12;
/** Longer than any opener takes to appear. */
export const LATE_MS = 10_000;

/**
 * Runs in the page: finds the first opener of a kind not seen yet. Rows differ only in the text after the
 * colon, and in numbers.
 */
function nextOpener(
  openers: Element[],
  seen: string[],
): { position: number; kind: string; opensMenu: boolean } | undefined {
  const kindOf = (element: Element) =>
    element.matches('.card-title')
      ? 'row'
      : (element.getAttribute('aria-label') ?? element.textContent ?? '')
          .replace(/:.*/, '')
          .replaceAll(/\d+/g, '');
  const position = openers.findIndex(
    (opener) =>
      opener.checkVisibility() && !opener.matches(':disabled') && !seen.includes(kindOf(opener)),
  );
  const opener = openers[position];
  if (!opener) return undefined;
  const opensMenu = opener.getAttribute('aria-haspopup') === 'menu';
  return { position, kind: kindOf(opener), opensMenu };
}

/** Closes what is open with Escape; returns false if it stays open for a while, or the page was left. */
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
 * Runs in the page: lists what a menu or a list consists of, other than its texts: each kind of element once,
 * by the classes that style it.
 */
const listParts = (opened: Element[]): string[] => [
  ...new Set(
    opened
      .flatMap((root) => [root, ...root.querySelectorAll('*')])
      .map((one) => `${one.tagName} ${one.getAttribute('role')} ${one.getAttribute('class')}`),
  ),
];

/**
 * Returns what axe finds in what is open: on a phone in both themes, and on a desktop if it stays open there.
 * Skips anything that looks like something in `judged`: many pages open the same. Menus and lists are drawn
 * item by item, whatever the width: on a desktop those are skipped that consist of `judged` parts.
 */
async function findViolationsOpened(page: Page, judged: Set<string>): Promise<string[]> {
  const opened = page.locator(`${OPENED}:visible`);
  const fingerprint = (await opened.allInnerTexts()).join('\n').replaceAll(/\d+/g, '');
  if (judged.has(fingerprint)) return [];
  judged.add(fingerprint);
  const switchTheme = () =>
    page.evaluate(() => {
      const { dataset } = document.documentElement;
      dataset.mantineColorScheme = dataset.mantineColorScheme === 'dark' ? 'light' : 'dark';
    });
  const violations = await findViolations(page, OPENED);
  await switchTheme();
  violations.push(...(await findViolations(page, OPENED, { rules: 'contrast', looks: 'new' })));
  if (await isJudgedWide(page, judged)) {
    await switchTheme();
    return violations;
  }
  await resize(page, WIDE);
  if ((await opened.count()) > 0)
    violations.push(...(await findViolations(page, OPENED, { looks: 'new' })));
  await switchTheme();
  await resize(page, NARROW);
  return violations;
}

/** Whether menus and lists alone are open, and all their parts are in `judged`; puts the others there. */
async function isJudgedWide(page: Page, judged: Set<string>): Promise<boolean> {
  const parts = await page.locator(`${OPENED}:visible`).evaluateAll(listParts);
  const isKnown = parts.every((part) => judged.has(part));
  for (const part of parts) judged.add(part);
  return isKnown && (await page.locator(`${DIALOG}:visible`).count()) === 0;
}

/** Returns the faults of what covers the page, if anything does, or else of the page itself. */
async function judge(page: Page, judged: Set<string>): Promise<string[]> {
  // Content fetched while opening arrives with its own chunk.
  await page.waitForLoadState('networkidle');
  await page
    .locator(`:is(${OPENED}) .mantine-Skeleton-root`)
    .first()
    .waitFor({ state: 'detached' });
  const covers = (await page.locator(`${OPENED}:visible`).count()) > 0;
  const smallTargets = await findSmallTargets(page, covers ? OPENED : 'body');
  return covers ? [...smallTargets, ...(await findViolationsOpened(page, judged))] : smallTargets;
}

/** Returns the labels of the red items in a menu that opens. */
async function listDangerousItems(page: Page): Promise<string[]> {
  await page.locator('[role=menu]:visible').waitFor();
  return page.locator(`${ASKED}:visible`).allInnerTexts();
}

/**
 * Returns the faults of everything that a page's openers open on a phone, prefixed with the kind of opener:
 * targets too small for a finger, and axe's findings, except for looks already in `judged`. `open` reloads
 * the page, for anything that Escape does not close.
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
    const { position, kind, opensMenu } = next;
    seen.push(kind);
    const { pathname } = new URL(page.url());
    const close = async () => {
      if (!(await closeAll(page, pathname))) await open();
    };
    // A chunk that arrives late covers the next opener after everything seemed closed.
    const reopen = () =>
      openers
        .nth(position)
        .click({ timeout: LATE_MS })
        .catch(() => close().then(() => openers.nth(position).click()));
    await reopen();
    const dangerousItems = opensMenu ? await listDangerousItems(page) : [];
    const findings = await judge(page, judged);
    await close();
    for (const [item, name] of dangerousItems.entries()) {
      await reopen();
      await page.locator(`${ASKED}:visible`).nth(item).click();
      // The confirmation is drawn once the menu has closed.
      await page.locator('[role=menu]:visible').waitFor({ state: 'hidden' });
      findings.push(...(await judge(page, judged)).map((fault) => `${name}: ${fault}`));
      await close();
    }
    faults.push(...findings.map((fault) => `${kind}: ${fault}`));
  }
  return faults;
}
