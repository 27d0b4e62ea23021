import type { Browser, Page } from '@playwright/test';
import { type ChannelScreenshot, labelOfType, type Language } from '@tollgate/tools';
import { writeFileSync } from 'node:fs';
import { openPage } from '../open-page.ts';

const QUALITY = 60;
/** Of the page around the form. */
const MARGIN = 12;
/** Its place among the folds of the form. */
const FORMAT_FOLD = 3;

interface Wish {
  /** Of the gateway. */
  url: string;
  /** The stored session of an administrator. */
  user: string;
  language: Language;
  /** Where the WebP file goes. */
  path: string;
}

/** Fills in the form of a new channel as one provider asks, and takes its screenshot down to what the provider asks last. */
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

/** The field of the request format, with its label and hint. */
const dialectField = (page: Page) =>
  page.locator('.mantine-InputWrapper-root:has([data-path="settings.dialect"])').last();

/** Opens a fold of the form, by its place. */
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

/** Playwright itself writes no WebP, the browser does. */
async function captureWebp(page: Page, rectangle: Rectangle): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { ...rectangle, scale: 1 },
  });
  return Buffer.from(data, 'base64');
}
