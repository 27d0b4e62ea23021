import type { Browser, Page } from '@playwright/test';
import { type ChannelScreenshot, labelOfType, type Language } from '@tollgate/tools';
import { writeFileSync } from 'node:fs';
import { openPage } from '../open-page.ts';

const QUALITY = 60;
/** Pixels of the page shown around the form. */
const MARGIN = 12;
/** Index of the request format among the form's folds. */
const FORMAT_FOLD = 3;

interface Wish {
  /** Origin of the gateway. */
  url: string;
  /** The stored session of an administrator. */
  user: string;
  language: Language;
  /** Path of the WebP file. */
  path: string;
}

/**
 * Fills in a new channel's form for one provider, and takes a screenshot down to that provider's last field.
 */
export async function takeChannelScreenshot(
  browser: Browser,
  { types: [type], typed, models, withFormat }: ChannelScreenshot,
  { url, user, language, path }: Wish,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1024, height: 1800 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await openPage(page, { url: `${url}/channel/add`, user, language, theme: 'light' });
  await page.locator('button.provider-choice').click();
  const label = labelOfType(type, language);
  await page.getByRole('radio', { name: label, exact: true }).click();
  await unfold(page, 0);
  if (withFormat) await unfold(page, FORMAT_FOLD);
  for (const [field, value] of Object.entries(typed))
    await page.locator(`[data-path="${field}"]`).fill(value);
  for (const model of models) {
    await page.locator('[data-path="models"]').fill(model);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const [top, bottom] = await Promise.all([
    page.getByRole('radiogroup').locator('..').boundingBox(),
    withFormat ? dialectField(page).boundingBox() : page.locator('.fold').first().boundingBox(),
  ]);
  if (!top || !bottom) throw new Error(`The form of ${label} is not there`);
  writeFileSync(
    path,
    await captureWebp(page, {
      x: top.x - MARGIN,
      y: top.y - MARGIN,
      width: top.width + 2 * MARGIN,
      height: bottom.y + bottom.height - top.y + MARGIN,
    }),
  );
  await context.close();
}

/** Locates the request format field, with its label and hint. */
const dialectField = (page: Page) =>
  page.locator('.mantine-InputWrapper-root:has([data-path="settings.dialect"])').last();

/** Opens a fold of the form, by its index. */
async function unfold(page: Page, at: number): Promise<void> {
  const fold = page.locator('.fold').nth(at);
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Playwright itself can't write WebP, but the browser can. */
async function captureWebp(page: Page, rectangle: Rectangle): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { ...rectangle, scale: 1 },
  });
  return Buffer.from(data, 'base64');
}
